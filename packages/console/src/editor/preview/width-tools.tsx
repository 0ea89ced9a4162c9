import { useState } from 'react'
import { Segments } from '../../controls/segments.tsx'
import { t } from '../../words/words.ts'
import css from './preview.module.css'
import {
  type Device,
  deviceOf,
  devices,
  leastWidth,
  mostWidth,
  typedWidth,
  type Width,
} from './width.ts'

type Props = {
  width: Width
  /** The current width of `fit`, px. */
  room: number
  onChange(width: Width): void
}

type Choice = 'fit' | Device | 'free'

/** The widths of common devices, and any other by its number. */
export function WidthTools({ width, room, onChange }: Props) {
  const choice: Choice = width === 'fit' ? 'fit' : (deviceOf(width) ?? 'free')
  const device = (id: Device, label: string) => ({
    id,
    label,
    hint: t('{label}, {width} pixels wide', { label, width: devices[id] }),
  })
  return (
    <div className={css.width}>
      <Segments<Choice>
        label={t('Width of the preview')}
        value={choice}
        onChange={(id) => onChange(id === 'fit' || id === 'free' ? 'fit' : devices[id])}
        options={[
          { id: 'fit', label: t('Fit') },
          device('phone', t('Phone')),
          device('tablet', t('Tablet')),
          device('desktop', t('Desktop')),
        ]}
      />
      <WidthField width={width === 'fit' ? room : width} onChange={onChange} />
    </div>
  )
}

/** Takes a width as soon as it is one. */
function WidthField({ width, onChange }: { width: number; onChange(width: number): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className={css.number}>
      <input
        type="number"
        inputMode="numeric"
        aria-label={t('Width in pixels')}
        aria-invalid={typed !== null && typedWidth(typed) === null}
        min={leastWidth}
        max={mostWidth}
        value={typed ?? width}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          const next = typedWidth(value)
          if (next !== null) onChange(next)
        }}
        onBlur={() => setTyped(null)}
      />
      <span aria-hidden="true">px</span>
    </label>
  )
}
