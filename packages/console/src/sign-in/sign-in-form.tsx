import type { ReactNode } from 'react'
import { t } from '../words/words.ts'
import { Field } from './field.tsx'
import { Submission, useSubmission } from './submission.tsx'

type Props = {
  /** Given, if the person is known, as after the end of a session. */
  email?: string
  send(credentials: { email: string; password: string }): Promise<unknown>
  /** Below the password. */
  children?: ReactNode
}

export function SignInForm({ email, send, children }: Props) {
  const form = useSubmission(['email', 'password'], ({ email = '', password = '' }) =>
    send({ email, password }),
  )
  return (
    <Submission form={form} label={t('Sign in')}>
      <Field
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly={email !== undefined}
        required
        autoFocus={email === undefined}
        problem={form.problems.email}
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
        problem={form.problems.password}
      />
      {children}
    </Submission>
  )
}
