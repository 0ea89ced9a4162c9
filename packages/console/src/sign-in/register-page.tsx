import { Link, useRouter } from '@tanstack/react-router'
import { register } from '../session/commands.ts'
import { say } from '../words/words.ts'
import { Field } from './field.tsx'
import { Frame } from './frame.tsx'
import { Submission, useSubmission } from './submission.tsx'

export default function RegisterPage() {
  const router = useRouter()
  const form = useSubmission(
    ['organizationName', 'name', 'email', 'password'],
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
      <Submission form={form} label={say('Create account')}>
        <Field
          label={say('Organization')}
          name="organizationName"
          autoComplete="organization"
          required
          autoFocus
          problem={form.problems.organizationName}
        />
        <Field
          label={say('Your name')}
          name="name"
          autoComplete="name"
          required
          problem={form.problems.name}
        />
        <Field
          label={say('E-mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          problem={form.problems.email}
        />
        <Field
          label={say('Password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={say('At least 8 characters.')}
          required
          problem={form.problems.password}
        />
      </Submission>
    </Frame>
  )
}
