import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import css from './sign-in.module.css'

type Props = { title: string; lead?: string | undefined; children: ReactNode; below?: ReactNode }

/** The page around the forms of people who are not signed in. */
export function Frame({ title, lead, children, below }: Props) {
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Mark />
        <div className={css.head}>
          <h1>{title}</h1>
          {lead === undefined ? null : <p>{lead}</p>}
        </div>
        {children}
      </div>
      {below === undefined ? null : <p className={css.below}>{below}</p>}
    </main>
  )
}
