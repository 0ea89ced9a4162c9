import { Link, useLoaderData } from '@tanstack/react-router'
import { VitrineError } from '@vitrine/sdk'
import { useState } from 'react'
import { sendVerification, verifyEmailBy, verifyOwnEmail } from '../session/commands.ts'
import type { Me } from '../session/me.ts'
import { say } from '../words/words.ts'
import { Field } from './field.tsx'
import { useFragment } from './fragment.ts'
import { Frame } from './frame.tsx'
import { IncompleteLink } from './incomplete-link.tsx'
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
    <Frame title={say('Verify your e-mail address')} lead={say('It belongs to your account:')}>
      <Submission form={form} label={say('Verify')}>
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
      title={say('Verify your e-mail address')}
      lead={
        me === null
          ? say('Enter the password of your account to confirm it.')
          : say('The link is for another account. Enter the password of that one.')
      }
    >
      <Submission form={form} label={say('Verify')}>
        <Field
          label={say('Password')}
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
    title={say('Your address is verified')}
    lead={say('Mails about your account reach you.')}
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
      <Frame title={say('Look into your mail')} lead={say('A new link is on its way.')} isNews>
        <Onward isSignedIn />
      </Frame>
    )
  }
  return (
    <Frame
      title={say('This link does not work any more')}
      lead={
        me === null
          ? say(
              'It has been used, or has expired. Sign in, and ask for another one in your account.',
            )
          : say('It has been used, or has expired.')
      }
      isNews
    >
      {me === null ? (
        <Onward isSignedIn={false} />
      ) : (
        <Submission form={form} label={say('Send another link')} />
      )}
    </Frame>
  )
}

const Onward = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Link to={isSignedIn ? '/' : '/sign-in'} className={css.submit}>
    {isSignedIn ? say('Go on') : say('Sign in')}
  </Link>
)
