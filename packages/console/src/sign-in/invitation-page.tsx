import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptInvitation, joinBy } from '../session/commands.ts'
import { t } from '../words/words.ts'
import { Field } from './field.tsx'
import { useFragment } from './fragment.ts'
import { Frame, IncompleteLink } from './frame.tsx'
import css from './sign-in.module.css'
import { Submission, useSubmission } from './submission.tsx'

export default function InvitationPage() {
  const token = useFragment()
  const me = useLoaderData({ from: '/invitation' })
  if (token === '') {
    return <IncompleteLink />
  }
  return me ? <AcceptAs token={token} email={me.email} /> : <AcceptAsNew token={token} />
}

/** Someone who is signed in joins with that account. */
function AcceptAs({ token, email }: { token: string; email: string }) {
  const form = useSubmission([], async () => {
    await joinBy(token)
    // Read again who I am.
    location.assign('/console/projects')
  })
  return (
    <Frame title={t('Accept the invitation')} lead={t('You join with your account:')}>
      <Submission form={form} label={t('Join')}>
        <p className={css.address}>{email}</p>
      </Submission>
    </Frame>
  )
}

function AcceptAsNew({ token }: { token: string }) {
  const router = useRouter()
  const [hasAccount, setHasAccount] = useState(false)
  const form = useSubmission(['name', 'password'], async ({ name, password = '' }) => {
    await acceptInvitation({ token, password, ...(name !== undefined && { name }) })
    await router.navigate({ to: '/projects', replace: true })
  })
  return (
    <Frame
      title={t('Accept the invitation')}
      lead={
        hasAccount
          ? t('Confirm with the password of your account.')
          : t('Choose a name and a password for your new account.')
      }
      below={
        <button
          type="button"
          className={`${css.link} bare`}
          onClick={() => setHasAccount(!hasAccount)}
        >
          {hasAccount ? t('I have no account yet') : t('I have an account already')}
        </button>
      }
    >
      <Submission form={form} label={t('Join')}>
        {hasAccount ? null : (
          <Field
            label={t('Your name')}
            name="name"
            autoComplete="name"
            required
            autoFocus
            problem={form.problems.name}
          />
        )}
        <Field
          key={String(hasAccount)}
          label={t('Password')}
          name="password"
          type="password"
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          required
          problem={form.problems.password}
        />
      </Submission>
    </Frame>
  )
}
