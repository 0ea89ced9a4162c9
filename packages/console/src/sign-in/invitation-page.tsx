import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptInvitation, joinBy } from '../session/commands.ts'
import { say } from '../words/words.ts'
import { Field } from './field.tsx'
import { useFragment } from './fragment.ts'
import { Frame } from './frame.tsx'
import { IncompleteLink } from './incomplete-link.tsx'
import css from './sign-in.module.css'
import { Submit } from './submit.tsx'
import { useSubmission } from './use-submission.ts'

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
  const { onSubmit, isPending, problem } = useSubmission(async () => {
    await joinBy(token)
    // Read again who I am.
    location.assign('/console/projects')
  })
  return (
    <Frame title={say('Accept the invitation')} lead={say('You join with your account:')}>
      <form className={css.form} onSubmit={onSubmit}>
        <p className={css.address}>{email}</p>
        <Submit label={say('Join')} isPending={isPending} problem={problem} />
      </form>
    </Frame>
  )
}

function AcceptAsNew({ token }: { token: string }) {
  const router = useRouter()
  const [hasAccount, setHasAccount] = useState(false)
  const { onSubmit, isPending, problem, problems } = useSubmission(
    async ({ name, password = '' }) => {
      await acceptInvitation({ token, password, ...(name !== undefined && { name }) })
      await router.navigate({ to: '/projects', replace: true })
    },
  )
  return (
    <Frame
      title={say('Accept the invitation')}
      lead={
        hasAccount
          ? say('Confirm with the password of your account.')
          : say('Choose a name and a password for your new account.')
      }
      below={
        <button type="button" className={css.link} onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? say('I have no account yet') : say('I have an account already')}
        </button>
      }
    >
      <form className={css.form} onSubmit={onSubmit} noValidate>
        {hasAccount ? null : (
          <Field
            label={say('Your name')}
            name="name"
            autoComplete="name"
            required
            autoFocus
            problem={problems.name}
          />
        )}
        <Field
          key={String(hasAccount)}
          label={say('Password')}
          name="password"
          type="password"
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          required
          problem={problems.password}
        />
        <Submit label={say('Join')} isPending={isPending} problem={problem} />
      </form>
    </Frame>
  )
}
