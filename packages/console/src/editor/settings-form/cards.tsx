import type { ReactNode } from 'react'
import css from './form.module.css'

type Card<Id extends string> = { id: Id; label: string; picture: ReactNode }

type Props<Id extends string> = {
  /** Of the group of radio buttons. */
  name: string
  label: string
  cards: readonly Card<Id>[]
  value: Id | undefined
  onChange(id: Id): void
  isReadOnly: boolean
}

/** Radio buttons as cards with a picture. */
export const Cards = <Id extends string>(props: Props<Id>) => (
  <div role="radiogroup" aria-label={props.label} className={`${css.cards} stack-2`}>
    {props.cards.map(({ id, label, picture }) => (
      <label key={id} className={css.card}>
        <input
          type="radio"
          name={props.name}
          className="visually-hidden"
          checked={id === props.value}
          disabled={props.isReadOnly}
          onChange={() => props.onChange(id)}
        />
        {picture}
        <span>{label}</span>
      </label>
    ))}
  </div>
)
