import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import css from './notice.module.css'

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

type NoticeProps = { tone?: Tone; icon?: IconName; children: ReactNode; action?: ReactNode }

/** A sentence that stays, with its colour. */
export const Notice = ({ tone = 'neutral', icon, children, action }: NoticeProps) => (
  <div className={`${css.notice} row-3 ${css[tone]}`}>
    {icon === undefined ? null : <Icon name={icon} size={16} />}
    <div className={css.text}>{children}</div>
    {action}
  </div>
)

/** One word or number about a thing. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`${css.badge} ${css[tone]}`}>{children}</span>
)

type EmptyProps = { icon: IconName; title: string; children?: ReactNode; actions?: ReactNode }

/** Shown for an empty list, with a button that adds the first entry. */
export const Empty = ({ icon, title, children, actions }: EmptyProps) => (
  <div className={`${css.empty} stack-2`}>
    <span className={`${css.emptyIcon} center`}>
      <Icon name={icon} size={26} />
    </span>
    <h2>{title}</h2>
    {children === undefined ? null : <p>{children}</p>}
    {actions === undefined ? null : <div className={`${css.emptyActions} wrap`}>{actions}</div>}
  </div>
)

/** The outline of lines that are being loaded. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={`${css.skeleton} stack-3 late`} aria-hidden="true" data-state="loading">
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
      <span key={index} style={{ inlineSize: `${90 - ((index * 23) % 45)}%` }} />
    ))}
  </div>
)
