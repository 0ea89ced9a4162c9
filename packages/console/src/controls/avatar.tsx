import css from './avatar.module.css'
import { initialsOf, tintOf } from './initials.ts'

/** The initials of a person, as an ornament: the name stands beside it. */
export const Avatar = ({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' }) => (
  <span
    className={`${css.avatar} center ${css[size]}`}
    data-tint={tintOf(name)}
    data-text={initialsOf(name)}
    aria-hidden="true"
  />
)
