import { t } from '../words/words.ts'
import css from './history.module.css'

const color = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([^)]*\))$/i

/** A value of a field or a setting, in a few words. */
export function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null) {
    return <span className={css.unset}>{t('not set')}</span>
  }
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'string' && color.test(value)) {
    return (
      <span className={css.color}>
        <span className={css.swatch} style={{ backgroundColor: value }} aria-hidden="true" />
        {value}
      </span>
    )
  }
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
}
