import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import mark from '../design/mark.svg'
import { t } from '../words/words.ts'
import css from './sign-in.module.css'

type Props = {
  title: string
  lead?: string | undefined
  children: ReactNode
  below?: ReactNode
  /** It answers to a form that was here before, so the focus goes to its heading, which is then read out. */
  isNews?: boolean
}

/** The page around the forms of people who are not signed in. */
export function Frame({ title, lead, children, below, isNews = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <main className={css.page}>
      <div className={`${css.card} card`}>
        <img src={mark} alt="Vitrine" width={32} height={32} />
        <div className={`${css.head} stack-2`}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p>{lead}</p>}
        </div>
        {children}
      </div>
      {below === undefined ? null : <p className={css.below}>{below}</p>}
    </main>
  )
}

export const IncompleteLink = () => (
  <Frame
    title={t('This link is not complete')}
    lead={t('Open the whole link of the mail. If it is broken into lines, copy all of them.')}
    below={<Link to="/sign-in">{t('Sign in')}</Link>}
  >
    {null}
  </Frame>
)
