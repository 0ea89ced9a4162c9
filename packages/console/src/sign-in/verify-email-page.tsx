import { Link, useLoaderData } from '@tanstack/react-router'
import { VitrineError } from '@vitrine/sdk'
import { useState } from 'react'
import { sendVerification, verifyEmailBy, verifyOwnEmail } from '../session/commands.ts'
import type { Me } from '../session/me.ts'
import { t } from '../words/words.ts'
import { Field } from './field.tsx'
import { useFragment } from './fragment.ts'
import { Frame, IncompleteLink } from './frame.tsx'
import css from './sign-in.module.css'
import { Submission, useSubmission } from './submission.tsx'

type Step = 'ask' | 'other-account' | 'done' | 'spent' | 'sent'

/**
 * The link alone is not enough: a stranger could register with a person's address, and the person would
 * verify it for the stranger by opening the mail. So it also takes the session or the password of the account.
 */
export default function VerifyEmailPage() {
  const token = useFragment()
  const [step, setStep] = useState<Step>('ask')
  const me = useLoaderData({ from: '/verify-email' })
  if (token === '') return <IncompleteLink />
  if (step === 'done') return <Done isSignedIn={me !== null} />
  if (step === 'spent' || step === 'sent') return <Spent me={me} step={step} onStep={setStep} />
  return me === null || step === 'other-account' ? (
    <VerifyByPassword token={token} me={me} onStep={setStep} />
  ) : (
    <VerifyOwn token={token} me={me} onStep={setStep} />
  )
}

type Props = { token: string; onStep(step: Step): void }

const hasCode = (error: unknown, code: 'MAIL_TOKEN_INVALID' | 'FORBIDDEN'): boolean =>
  error instanceof VitrineError && error.code === code

function VerifyOwn({ token, me, onStep }: Props & { me: Me }) {
  const form = useSubmission([], async () => {
    try {
      await verifyOwnEmail(token)
      onStep('done')
    } catch (error) {
      if (hasCode(error, 'MAIL_TOKEN_INVALID')) return onStep('spent')
      if (!hasCode(error, 'FORBIDDEN')) throw error
      onStep('other-account')
    }
  })
  return (
    <Frame title={t('Verify your e-mail address')} lead={t('It belongs to your account:')}>
      <Submission form={form} label={t('Verify')}>
        <p className={css.address}>{me.email}</p>
      </Submission>
    </Frame>
  )
}

function VerifyByPassword({ token, me, onStep }: Props & { me: Me | null }) {
  const form = useSubmission(['password'], async ({ password = '' }) => {
    try {
      await verifyEmailBy(token, password)
      onStep('done')
    } catch (error) {
      if (!hasCode(error, 'MAIL_TOKEN_INVALID')) throw error
      onStep('spent')
    }
  })
  return (
    <Frame
      title={t('Verify your e-mail address')}
      lead={
        me === null
          ? t('Enter the password of your account to confirm it.')
          : t('This link belongs to another account. Enter the password of that account.')
      }
    >
      <Submission form={form} label={t('Verify')}>
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          problem={form.problems.password}
        />
      </Submission>
    </Frame>
  )
}

const Done = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Frame
    title={t('Your address is verified')}
    lead={t('Mails about your account reach you.')}
    isNews
  >
    <Onward isSignedIn={isSignedIn} />
  </Frame>
)

function Spent({ me, step, onStep }: { me: Me | null; step: Step; onStep(step: Step): void }) {
  const form = useSubmission([], async () => {
    await sendVerification()
    onStep('sent')
  })
  if (me?.emailVerified) return <Done isSignedIn />
  if (step === 'sent') {
    return (
      <Frame title={t('Look into your mail')} lead={t('A new link is on its way.')} isNews>
        <Onward isSignedIn />
      </Frame>
    )
  }
  return (
    <Frame
      title={t('This link does not work any more')}
      lead={
        me === null
          ? t('It has been used, or has expired. Sign in, and ask for another one in your account.')
          : t('It has been used, or has expired.')
      }
      isNews
    >
      {me === null ? (
        <Onward isSignedIn={false} />
      ) : (
        <Submission form={form} label={t('Send another link')} />
      )}
    </Frame>
  )
}

const Onward = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Link to={isSignedIn ? '/' : '/sign-in'} className={`${css.submit} row-2`}>
    {isSignedIn ? t('Go on') : t('Sign in')}
  </Link>
)
