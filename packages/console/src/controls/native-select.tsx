import css from './field.module.css'
import { Icon } from './icon.tsx'

type Props<Key extends string> = {
  label: string
  options: readonly { id: Key; label: string }[]
  value: Key
  onChange(value: Key): void
}

/** The browser's own list, for toolbars. Its label is not shown. */
export const NativeSelect = <Key extends string>({
  label,
  options,
  value,
  onChange,
}: Props<Key>) => (
  <span className={`${css.native} row`}>
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Key)}
    >
      {options.map(({ id, label: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
    <Icon name="chevronDown" size={16} />
  </span>
)
