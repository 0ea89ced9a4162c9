import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPassword } from '../session/commands.ts'
import { t } from '../words/words.ts'
import { Field } from './field.tsx'
import { Frame } from './frame.tsx'
import css from './sign-in.module.css'
import { Submission, useSubmission } from './submission.tsx'

type Asked = { email: string; isMailed: boolean }

export default function ForgotPasswordPage() {
  const [asked, setAsked] = useState<Asked | null>(null)
  if (asked === null) return <Ask onAsked={setAsked} />
  return asked.isMailed ? (
    <CheckMail email={asked.email} onAgain={() => setAsked(null)} />
  ) : (
    <NoMail />
  )
}

const Back = () => <Link to="/sign-in">{t('Back to the sign-in')}</Link>

function Ask({ onAsked }: { onAsked(asked: Asked): void }) {
  const form = useSubmission(['email'], async ({ email = '' }) =>
    onAsked({ email, isMailed: await forgotPassword(email) }),
  )
  return (
    <Frame
      title={t('Forgot your password?')}
      lead={t('We send a link to your address, with which you choose a new one.')}
      below={<Back />}
    >
      <Submission form={form} label={t('Send the link')}>
        <Field
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          problem={form.problems.email}
        />
      </Submission>
    </Frame>
  )
}

/** The same whether an account has the address or not: strangers learn nothing. */
const CheckMail = ({ email, onAgain }: { email: string; onAgain(): void }) => (
  <Frame
    title={t('Look into your mail')}
    lead={t('If an account has this address, a link is on its way. It works once, for 30 minutes.')}
    below={<Back />}
    isNews
  >
    <p className={css.address}>{email}</p>
    <p className="hint">
      {t('Nothing there after a few minutes? Look among the unwanted mails, or')}{' '}
      <button type="button" className={`${css.link} bare`} onClick={onAgain}>
        {t('try another address')}
      </button>
    </p>
  </Frame>
)

const NoMail = () => (
  <Frame
    title={t('No mail can be sent')}
    lead={t(
      'This installation has no mail server. Ask the person who runs it, or an owner of your organization.',
    )}
    below={<Back />}
    isNews
  >
    {null}
  </Frame>
)
