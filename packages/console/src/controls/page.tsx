import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './page.module.css'

type HeadProps = { title: string; level: 'h1' | 'h2'; lead?: ReactNode; actions?: ReactNode }

const Head = ({ title, level: Title, lead, actions }: HeadProps) => (
  <header className={css.head}>
    <div className={css.words}>
      <Title>{title}</Title>
      {lead === undefined ? null : <p>{lead}</p>}
    </div>
    {actions}
  </header>
)

type Props = Omit<HeadProps, 'level'> & { children?: ReactNode }

/** A page of text and tables, with its title. */
export const Page = ({
  actions,
  children,
  width = 'wide',
  ...head
}: Props & { width?: 'narrow' | 'wide' }) => (
  <main className={`${css.page} ${css[width]}`}>
    <Head {...head} level="h1" actions={actions && <div className="wrap">{actions}</div>} />
    {children}
  </main>
)

export const Section = ({ children, ...head }: Props) => (
  <section className="stack-4">
    <Head {...head} level="h2" />
    {children}
  </section>
)

/**
 * One subject of a page of settings, in its own frame.
 *
 * @param id of an address that ends with `#id`, which shows it also if it is rendered after the page.
 */
export function Panel({ children, tone, id, ...head }: Props & { tone?: 'danger'; id?: string }) {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) element.current?.scrollIntoView()
  }, [id])
  return (
    <section ref={element} id={id} className={`${css.panel} card stack-5`} data-tone={tone}>
      <Head {...head} level="h2" />
      {children}
    </section>
  )
}
