import css from './switch.module.css'

type Props = {
  id?: string
  label: string
  isSelected: boolean
  onChange(isSelected: boolean): void
  isDisabled?: boolean
}

/** Native. Its label is beside it, by `id`, or only for those who do not see the place. */
export const Switch = ({ id, label, isSelected, onChange, isDisabled }: Props) => (
  <input
    type="checkbox"
    role="switch"
    id={id}
    aria-label={label}
    checked={isSelected}
    aria-checked={isSelected}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    className={css.switch}
  />
)
