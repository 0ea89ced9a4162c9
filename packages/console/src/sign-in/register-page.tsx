import { Link, useRouter } from '@tanstack/react-router'
import { register } from '../session/commands.ts'
import { t } from '../words/words.ts'
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
      title={t('Create an account')}
      lead={t(
        'It comes with an organization, which owns your pictures. You can invite colleagues later.',
      )}
      below={
        <>
          {t('Already have one?')} <Link to="/sign-in">{t('Sign in')}</Link>
        </>
      }
    >
      <Submission form={form} label={t('Create account')}>
        <Field
          label={t('Organization')}
          name="organizationName"
          autoComplete="organization"
          required
          autoFocus
          problem={form.problems.organizationName}
        />
        <Field
          label={t('Your name')}
          name="name"
          autoComplete="name"
          required
          problem={form.problems.name}
        />
        <Field
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          problem={form.problems.email}
        />
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t('At least 8 characters.')}
          required
          problem={form.problems.password}
        />
      </Submission>
    </Frame>
  )
}
