import type { Values } from '../working-copy/fields.ts'
import css from './form.module.css'

const numberOr0 = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** A small widget in the look of a theme, drawn. Hidden from screen readers: its name stands beside it. */
export const ThemePicture = ({ values }: { values: Values }) => {
  const padding = numberOr0(values.padding) / 5
  const width = (76 - 2 * padding) / 2
  const height = 39 - 2 * padding
  const rounding = numberOr0(values.imageBorderRadius) / 3
  const picture = { y: 7 + padding, width, height, rx: rounding }
  const plain = values.colorScheme === 'dark' ? '#ffffff' : '#55585f'
  return (
    <svg viewBox="0 0 96 60" className={css.theme} aria-hidden="true" focusable="false">
      <rect
        x={8}
        y={7}
        width={80}
        height={46}
        rx={numberOr0(values.borderRadius) / 3}
        fill={String(values.backgroundColor ?? 'none')}
        className={values.shadow === undefined ? undefined : css.lifted}
      />
      <rect x={8 + padding} {...picture} fill="#7f9fd0" />
      <rect x={12 + padding + width} {...picture} fill="#c79a6b" />
      <rect
        x={40}
        y={49 - padding}
        width={16}
        height={2.5}
        rx={1.25}
        fill={String(values.accentColor ?? plain)}
      />
    </svg>
  )
}
