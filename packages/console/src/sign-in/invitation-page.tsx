import { Link, useLoaderData, useRouter } from '@tanstack/react-router'
import { type Schemas, VitrineError } from '@vitrine/sdk'
import { useEffect, useState } from 'react'
import { acceptInvitation, joinBy, readInvitation } from '../session/commands.ts'
import { roleName } from '../session/role-name.ts'
import { t } from '../words/words.ts'
import { Field } from './field.tsx'
import { useFragment } from './fragment.ts'
import { Frame, IncompleteLink } from './frame.tsx'
import css from './sign-in.module.css'
import { Submission, useSubmission } from './submission.tsx'

export default function InvitationPage() {
  const token = useFragment()
  const me = useLoaderData({ from: '/invitation' })
  const read = useInvitation(token)
  if (token === '') {
    return <IncompleteLink />
  }
  if (read === 'over') return <Over />
  const props = { token, invitation: read }
  return me ? <AcceptAs {...props} email={me.email} /> : <AcceptAsNew {...props} />
}

type Invitation = Schemas['ShownInvitation']

/** Null while it is read, or if the service does not answer: accepting then says why. */
function useInvitation(token: string): Invitation | 'over' | null {
  const [read, setRead] = useState<Invitation | 'over' | null>(null)
  useEffect(() => {
    if (token === '') return
    readInvitation(token).then(setRead, (error: unknown) => {
      if (error instanceof VitrineError && error.status === 404) setRead('over')
    })
  }, [token])
  return read
}

const Over = () => (
  <Frame
    title={t('This invitation is not valid any more')}
    lead={t('It was accepted or withdrawn, or has expired. Ask for a new one.')}
    below={<Link to="/sign-in">{t('Sign in')}</Link>}
  >
    {null}
  </Frame>
)

/** Who invites whom to what. */
function About({ invitation }: { invitation: Invitation | null }) {
  if (invitation === null) return <div className={css.about} aria-hidden="true" />
  const { organization, invitedBy, role, email } = invitation
  return (
    <dl className={css.about}>
      <dt>{t('Organization')}</dt>
      <dd>
        <bdi>{organization}</bdi>
      </dd>
      {invitedBy === null ? null : (
        <>
          <dt>{t('Invited by')}</dt>
          <dd>
            <bdi>{invitedBy}</bdi>
          </dd>
        </>
      )}
      <dt>{t('Your role')}</dt>
      <dd>{roleName(role)}</dd>
      <dt>{t('E-mail')}</dt>
      <dd>{email}</dd>
    </dl>
  )
}

type Props = { token: string; invitation: Invitation | null }

/** Someone who is signed in joins with that account. */
function AcceptAs({ token, invitation, email }: Props & { email: string }) {
  const form = useSubmission([], async () => {
    await joinBy(token)
    // Read again who I am.
    location.assign('/console/projects')
  })
  return (
    <Frame title={t('Accept the invitation')}>
      <About invitation={invitation} />
      <Submission form={form} label={t('Join')}>
        <p>{t('You join with your account:')}</p>
        <p className={css.address}>{email}</p>
      </Submission>
    </Frame>
  )
}

function AcceptAsNew({ token, invitation }: Props) {
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
      <About invitation={invitation} />
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
