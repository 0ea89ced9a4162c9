import type { ReactNode } from 'react'
import css from './panel.module.css'

type Props = {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  tone?: 'normal' | 'danger'
}

/** One subject of a page of settings, in its own frame. */
export const Panel = ({ title, lead, actions, children, tone = 'normal' }: Props) => (
  <section className={`${css.panel} card stack-5 ${css[tone]}`}>
    <header className={css.head}>
      <div className={css.words}>
        <h2>{title}</h2>
        {lead === undefined ? null : <p>{lead}</p>}
      </div>
      {actions}
    </header>
    {children}
  </section>
)
