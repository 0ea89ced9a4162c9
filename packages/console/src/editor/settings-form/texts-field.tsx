import { useState } from 'react'
import css from './form.module.css'
import { textsOf } from './setting.ts'

type Texts = Readonly<Record<string, string>>
type Props = {
  id: string
  value: unknown
  onChange(value: unknown): void
  onWrong(isWrong: boolean): void
  isReadOnly: boolean
}

const linesOf = (texts: unknown): string =>
  Object.entries((texts ?? {}) as Texts)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n')

/** One `name: text` on each line, such as `next: Weiter`. */
export function TextsField({ id, value, onChange, onWrong, isReadOnly }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const type = (lines: string) => {
    setDraft(lines)
    const texts = textsOf(lines)
    onWrong(texts === null)
    if (texts !== null) onChange(Object.keys(texts).length === 0 ? undefined : texts)
  }
  return (
    <textarea
      id={id}
      className={css.lines}
      rows={2}
      placeholder="next: Weiter"
      value={draft ?? linesOf(value)}
      readOnly={isReadOnly}
      aria-invalid={draft !== null && textsOf(draft) === null}
      aria-describedby={`${id}-hint`}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => {
        setDraft(null)
        onWrong(false)
      }}
    />
  )
}
