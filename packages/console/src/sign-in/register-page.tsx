import { Link, useRouter } from '@tanstack/react-router'
import { register } from '../session/commands.ts'
import { say } from '../words/words.ts'
import { Field } from './field.tsx'
import { Frame } from './frame.tsx'
import css from './sign-in.module.css'
import { Submit } from './submit.tsx'
import { useSubmission } from './use-submission.ts'

export default function RegisterPage() {
  const router = useRouter()
  const { onSubmit, isPending, problem, problems } = useSubmission(
    async ({ organizationName = '', name = '', email = '', password = '' }) => {
      await register({ organizationName, name, email, password })
      await router.navigate({ to: '/projects', replace: true })
    },
  )
  return (
    <Frame
      title={say('Create an account')}
      lead={say(
        'It comes with an organization, which owns your pictures. You can invite colleagues later.',
      )}
      below={
        <>
          {say('Already have one?')} <Link to="/sign-in">{say('Sign in')}</Link>
        </>
      }
    >
      <form className={css.form} onSubmit={onSubmit} noValidate>
        <Field
          label={say('Organization')}
          name="organizationName"
          autoComplete="organization"
          required
          autoFocus
          problem={problems.organizationName}
        />
        <Field
          label={say('Your name')}
          name="name"
          autoComplete="name"
          required
          problem={problems.name}
        />
        <Field
          label={say('E-mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          problem={problems.email}
        />
        <Field
          label={say('Password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={say('At least 8 characters.')}
          required
          problem={problems.password}
        />
        <Submit label={say('Create account')} isPending={isPending} problem={problem} />
      </form>
    </Frame>
  )
}
