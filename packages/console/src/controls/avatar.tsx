import css from './avatar.module.css'
import { tintOf } from './tint.ts'

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** The initials of a person, as an ornament: the name stands beside it. */
export const Avatar = ({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' }) => (
  <span
    className={`${css.avatar} center ${css[size]}`}
    data-tint={tintOf(name)}
    data-text={initialsOf(name)}
    aria-hidden="true"
  />
)
