import { useState } from 'react'
import { Avatar } from '../controls/avatar.tsx'
import { Button } from '../controls/button.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Badge } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page, Panel } from '../controls/page.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { changeName, changePassword } from './commands.ts'
import { RevokeTokens } from './revoke-tokens.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

const DeleteAccount = lazyPart(() => import('./delete-account.tsx'))
const VerifyEmail = lazyPart(() => import('./verify-email.tsx'))

export default function AccountPage() {
  const { name } = useMe()
  return (
    <Page
      title={t('Account')}
      width="narrow"
      lead={t('Who you are here, where you are signed in, and what scripts may do for you.')}
    >
      <Profile key={name} />
      <Password />
      <Sessions />
      <Tokens />
      <DangerZone />
    </Page>
  )
}

function DangerZone() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      tone="danger"
      id="delete"
      title={t('Delete the account')}
      lead={t(
        'Your memberships, sessions and tokens end. What you made stays with its organization.',
      )}
      actions={
        <Button look="danger" icon="trash" onPress={() => setOpen(true)}>
          {t('Delete account')}
        </Button>
      }
    >
      {isOpen ? <DeleteAccount onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

function Password() {
  const [round, setRound] = useState(0)
  return (
    <Panel id="password" title={t('Password')} lead={t('A new password ends all other sessions.')}>
      <Fields key={round} onChanged={() => setRound(round + 1)} />
    </Panel>
  )
}

function Fields({ onChanged }: { onChanged(): void }) {
  const [revokeTokens, setRevokeTokens] = useState(false)
  const form = useForm({
    fields: ['currentPassword', 'newPassword'],
    send: async ({ currentPassword = '', newPassword = '' }) => {
      await changePassword({ currentPassword, newPassword, revokeTokens })
      toast(t('Your password is changed. All other sessions have ended.'))
      onChanged()
    },
  })
  return (
    <Form form={form}>
      <div className={`${css.pair} stack-4`}>
        <TextField
          label={t('Current password')}
          name="currentPassword"
          isRequired
          type="password"
          autoComplete="current-password"
          problem={form.problems.currentPassword}
        />
        <TextField
          label={t('New password')}
          name="newPassword"
          isRequired
          type="password"
          autoComplete="new-password"
          hint={t('At least 8 characters, and nothing common.')}
          problem={form.problems.newPassword}
        />
      </div>
      <RevokeTokens isSelected={revokeTokens} onChange={setRevokeTokens} />
      <FormActions form={form} label={t('Change password')} />
    </Form>
  )
}

function Profile() {
  const { name, email, emailVerified } = useMe()
  const [isVerifying, setVerifying] = useState(false)
  const form = useForm({
    fields: ['name'],
    send: async ({ name: newName = '' }) => {
      await changeName(newName)
      toast(t('Your name is changed.'))
    },
  })
  return (
    <Panel id="you" title={t('You')}>
      <div className={css.person}>
        <Avatar name={name} />
        <div className={`${css.names} fill lines`}>
          <strong>{name}</strong>
          <span className={css.email}>
            {email}{' '}
            {emailVerified ? (
              <Badge tone="good">{t('Verified')}</Badge>
            ) : (
              <Badge tone="warn">{t('Not verified')}</Badge>
            )}
          </span>
        </div>
        {emailVerified ? null : (
          <Button size="sm" onPress={() => setVerifying(true)}>
            {t('Verify')}
          </Button>
        )}
      </div>
      <Form form={form}>
        <TextField
          label={t('Name')}
          name="name"
          isRequired
          defaultValue={name}
          autoComplete="name"
          maxLength={200}
          hint={t('Colleagues see it in lists and in the history.')}
          problem={form.problems.name}
        />
        <FormActions form={form} label={t('Save name')} />
      </Form>
      {isVerifying ? <VerifyEmail onClose={() => setVerifying(false)} /> : null}
    </Panel>
  )
}
