import type { ReactNode } from 'react'
import css from './page.module.css'

type Props = {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
  width?: 'narrow' | 'wide'
}

/** A page of text and tables, with its title. */
export const Page = ({ title, lead, actions, children, width = 'wide' }: Props) => (
  <main className={`${css.page} ${css[width]}`}>
    <header className={css.head}>
      <div className={css.words}>
        <h1>{title}</h1>
        {lead === undefined ? null : <p>{lead}</p>}
      </div>
      {actions === undefined ? null : <div className="wrap">{actions}</div>}
    </header>
    {children}
  </main>
)

type SectionProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

export const Section = ({ title, lead, actions, children }: SectionProps) => (
  <section className="stack-4">
    <header className={css.sectionHead}>
      <div className={css.words}>
        <h2>{title}</h2>
        {lead === undefined ? null : <p>{lead}</p>}
      </div>
      {actions}
    </header>
    {children}
  </section>
)
