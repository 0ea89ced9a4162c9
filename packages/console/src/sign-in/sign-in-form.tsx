import type { ReactNode } from 'react'
import { say } from '../words/words.ts'
import { Field } from './field.tsx'
import css from './sign-in.module.css'
import { Submit } from './submit.tsx'
import { useSubmission } from './use-submission.ts'

type Props = {
  /** Given, if the person is known, as after the end of a session. */
  email?: string
  send(credentials: { email: string; password: string }): Promise<unknown>
  /** Below the password. */
  children?: ReactNode
}

export function SignInForm({ email, send, children }: Props) {
  const { onSubmit, isPending, problem, problems } = useSubmission(
    ({ email = '', password = '' }) => send({ email, password }),
  )
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate>
      <Field
        label={say('E-mail')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly={email !== undefined}
        required
        autoFocus={email === undefined}
        problem={problems.email}
      />
      <Field
        label={say('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
        problem={problems.password}
      />
      {children}
      <Submit label={say('Sign in')} isPending={isPending} problem={problem} />
    </form>
  )
}
