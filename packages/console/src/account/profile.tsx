import { useState } from 'react'
import { Avatar } from '../controls/avatar.tsx'
import { Button } from '../controls/button.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { Badge } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Panel } from '../controls/panel.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import css from './account.module.css'
import { changeName } from './commands.ts'

const VerifyEmail = lazyPart(() => import('./verify-email.tsx'))

export function Profile() {
  const { name, email, emailVerified } = useMe()
  const [isVerifying, setVerifying] = useState(false)
  const form = useForm({
    fields: ['name'],
    send: async ({ name: wanted = '' }) => {
      await changeName(wanted)
      toast(t('Your name is changed.'))
    },
  })
  return (
    <Panel title={t('You')}>
      <div className={css.person}>
        <Avatar name={name} />
        <div className={css.names}>
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
