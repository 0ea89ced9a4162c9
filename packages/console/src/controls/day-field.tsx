import css from './field.module.css'

type Props = {
  label: string
  /** `2026-11-24`. */
  value: string | undefined
  min?: string
  max?: string
  onChange(value: string | undefined): void
}

/** A day, for toolbars. Its calendar is the browser's own: it knows the language, the keyboard and the phone of its user. */
export const DayField = ({ label, value = '', min, max, onChange }: Props) => (
  <label className={`${css.day} row-2`}>
    <span>{label}</span>
    <input
      type="date"
      value={value}
      min={min}
      max={max}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  </label>
)
