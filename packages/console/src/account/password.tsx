import { useState } from 'react'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Panel } from '../controls/panel.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { changePassword } from './commands.ts'

export function Password() {
  const [round, setRound] = useState(0)
  return (
    <Panel
      title={t('Password')}
      lead={t('A new password ends all other sessions. Tokens of scripts stay.')}
    >
      <Fields key={round} onChanged={() => setRound(round + 1)} />
    </Panel>
  )
}

function Fields({ onChanged }: { onChanged(): void }) {
  const form = useForm({
    fields: ['currentPassword', 'newPassword'],
    send: async ({ currentPassword = '', newPassword = '' }) => {
      await changePassword({ currentPassword, newPassword })
      toast(t('Your password is changed. All other sessions have ended.'))
      onChanged()
    },
  })
  return (
    <Form form={form}>
      <div className={css.pair}>
        <TextField
          label={t('Current password')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          problem={form.problems.currentPassword}
        />
        <TextField
          label={t('New password')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={t('At least 8 characters, and nothing common.')}
          problem={form.problems.newPassword}
        />
      </div>
      <FormActions form={form} label={t('Change password')} />
    </Form>
  )
}
