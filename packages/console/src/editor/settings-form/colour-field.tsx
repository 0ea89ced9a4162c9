import { useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { t } from '../../words/words.ts'
import type { Contrast } from './contrast.ts'
import css from './form.module.css'
import { hexOf, isColour } from './read-colour.ts'

type Props = {
  id: string
  label: string
  value: unknown
  onChange(value: unknown): void
  onWrong(isWrong: boolean): void
  isReadOnly: boolean
}

/** Any CSS colour, or one of the browser's picker. */
export function ColourField({ id, label, value, onChange, onWrong, isReadOnly }: Props) {
  const [typed, setTyped] = useState<{ text: string; at: unknown } | null>(null)
  const draft = typed !== null && typed.at === value ? typed.text : null
  const take = (next: string | null) => {
    setTyped(next === null ? null : { text: next, at: value })
    onWrong(next !== null)
  }
  const colour = typeof value === 'string' ? value : ''
  const type = (text: string) => {
    const trimmed = text.trim()
    const isRight = trimmed === '' || isColour(trimmed)
    take(isRight ? null : text)
    if (isRight) onChange(trimmed === '' ? undefined : trimmed)
  }
  return (
    <span className={`${css.colour} fill row-2`}>
      <span className={css.swatch} data-empty={colour === '' || undefined}>
        <span style={{ background: colour || 'transparent' }} />
        <input
          type="color"
          aria-label={t('{label}: choose a colour', { label })}
          value={colour === '' ? '#000000' : hexOf(colour)}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </span>
      <input
        id={id}
        type="text"
        spellCheck={false}
        value={draft ?? colour}
        placeholder={t('Not set')}
        readOnly={isReadOnly}
        aria-invalid={draft !== null}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </span>
  )
}

/** The ratio of WCAG 2.2, and whether it is enough. */
export function ContrastLine({ contrast }: { contrast: Contrast }) {
  const { ratio, least, isOnPage } = contrast
  const isEnough = ratio >= least
  // Rounded down: 4.49 is not 4.5.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  const words = isEnough
    ? t('{shown} : 1, enough', { shown })
    : t('{shown} : 1, at least {least} is needed', { shown, least })
  return (
    <p className={`${css.contrast} row`} data-enough={isEnough}>
      <Icon name={isEnough ? 'check' : 'alert'} size={14} />
      {words}
      {isOnPage ? <span> {t('(on a plain page)')}</span> : null}
    </p>
  )
}
