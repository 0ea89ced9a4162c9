import css from './field.module.css'
import { Icon } from './icon.tsx'

type Props = { label: string; value: string; onChange(value: string): void }

/** Native, so that the first page of the library carries less. */
export const SearchBox = ({ label, value, onChange }: Props) => (
  <span className={`${css.search} row`}>
    <Icon name="search" size={16} />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={css.searchInput}
    />
  </span>
)
