import { useId } from 'react'
import { TextField } from '../../controls/text-field.tsx'
import { labelOf } from '../../publishing/setting-words.ts'
import css from './form.module.css'
import { partIn, partProblems, withPart } from './part-problems.ts'
import { type Setting, textOf } from './setting.ts'

type Props = {
  /** Of the group, which has its label elsewhere if this is left out. */
  label?: string
  setting: Setting & { kind: 'parts' }
  value: unknown
  onChange(value: unknown): void
  isReadOnly: boolean
}

/** Texts from this length on have more than one line. */
const longText = 500

/** The parts of an object, such as the title and the button of a header. */
export function PartsField({ label, setting, value, onChange, isReadOnly }: Props) {
  const id = useId()
  const problems = new Map(partProblems(setting, value).map(({ place, words }) => [place, words]))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have the label of the setting
    <div role="group" aria-labelledby={id} className={`${css.parts} stack-3 fill`}>
      <span id={id} className={label === undefined ? 'visually-hidden' : css.legend}>
        {label ?? labelOf('header')}
      </span>
      {Object.entries(setting.parts).map(([name, part]) => {
        const set = (next: unknown) => onChange(withPart(value, name, next))
        if (part.kind === 'parts') {
          const shared = { setting: part, value: partIn(value, name), onChange: set, isReadOnly }
          return <PartsField key={name} label={labelOf(name)} {...shared} />
        }
        if (part.kind !== 'text') return null
        return (
          <TextField
            key={name}
            label={labelOf(name)}
            value={textOf(partIn(value, name))}
            isReadOnly={isReadOnly}
            maxLength={part.maxLength}
            {...(part.maxLength > longText && part.pattern === undefined && { rows: 3 })}
            {...(part.pattern !== undefined && { placeholder: 'https://' })}
            onChange={(text) => set(text === '' ? undefined : text)}
            problem={problems.get(name)}
          />
        )
      })}
    </div>
  )
}
