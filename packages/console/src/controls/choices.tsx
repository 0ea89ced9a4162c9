import { useId } from 'react'
import css from './choices.module.css'
import field from './field.module.css'

type Choice<Key extends string> = { id: Key; label: string; hint: string }

type Props<Key extends string> = {
  label: string
  choices: readonly Choice<Key>[]
  value: Key
  onChange(value: Key): void
}

/** One of a few, each with a sentence about it. The browser's own radio buttons. */
export function Choices<Key extends string>({ label, choices, value, onChange }: Props<Key>) {
  const name = useId()
  return (
    <fieldset className={field.field}>
      <legend className={`${field.label} ${css.legend}`}>{label}</legend>
      <div className={css.choices}>
        {choices.map(({ id, label: text, hint }) => (
          <label key={id} className={css.choice}>
            <input
              type="radio"
              className={css.dot}
              name={name}
              checked={id === value}
              onChange={() => onChange(id)}
              aria-labelledby={`${name}-${id}-name`}
              aria-describedby={`${name}-${id}`}
            />
            <span>
              <span className={css.name} id={`${name}-${id}-name`}>
                {text}
              </span>
              <span className={`${css.hint} aside`} id={`${name}-${id}`}>
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
