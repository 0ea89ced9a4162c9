import css from './segments.module.css'

type Props<Key extends string> = {
  label: string
  options: readonly { id: Key; label: string; hint?: string }[]
  value: Key
  onChange(value: Key): void
}

/** A choice of few, all in sight. */
export const Segments = <Key extends string>({ label, options, value, onChange }: Props<Key>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box in all browsers.
  <div role="group" aria-label={label} className={css.segments}>
    {options.map(({ id, label: text, hint }) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === value}
        aria-label={hint ?? text}
        title={hint}
        className={`${css.segment} bare truncate aside`}
        onClick={() => onChange(id)}
      >
        {text}
      </button>
    ))}
  </div>
)
