import { Link } from '@tanstack/react-router'
import { VitrineError } from '@vitrine/sdk'
import { useState } from 'react'
import { resetPassword } from '../session/commands.ts'
import { forgetMe } from '../session/me.ts'
import { t } from '../words/words.ts'
import { Field } from './field.tsx'
import { useFragment } from './fragment.ts'
import { Frame, IncompleteLink } from './frame.tsx'
import css from './sign-in.module.css'
import { Submission, useSubmission } from './submission.tsx'

export default function ResetPasswordPage() {
  const token = useFragment()
  const [step, setStep] = useState<'ask' | 'done' | 'spent'>('ask')
  if (token === '') return <IncompleteLink />
  if (step === 'done') return <Done />
  if (step === 'spent') return <Spent />
  return <Choose token={token} onDone={() => setStep('done')} onSpent={() => setStep('spent')} />
}

const isSpent = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'MAIL_TOKEN_INVALID'

type Props = { token: string; onDone(): void; onSpent(): void }

function Choose({ token, onDone, onSpent }: Props) {
  const form = useSubmission(['password'], async ({ password = '' }) => {
    try {
      await resetPassword({ token, password })
    } catch (error) {
      if (isSpent(error)) return onSpent()
      throw error
    }
    // Its session has ended, too.
    forgetMe()
    onDone()
  })
  return (
    <Frame
      title={t('Choose a new password')}
      lead={t('You are then signed out everywhere, and access tokens end.')}
    >
      <Submission form={form} label={t('Change the password')}>
        <Field
          label={t('New password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t('At least 8 characters.')}
          required
          autoFocus
          problem={form.problems.password}
        />
      </Submission>
    </Frame>
  )
}

const Done = () => (
  <Frame title={t('Your password is changed')} lead={t('Sign in with the new one.')} isNews>
    <Link to="/sign-in" className={`${css.submit} row-2`}>
      {t('Sign in')}
    </Link>
  </Frame>
)

const Spent = () => (
  <Frame
    title={t('This link does not work any more')}
    lead={t('It has been used, or 30 minutes are over, or a newer mail has another link.')}
    isNews
  >
    <Link to="/forgot-password" className={`${css.submit} row-2`}>
      {t('Send another link')}
    </Link>
  </Frame>
)
