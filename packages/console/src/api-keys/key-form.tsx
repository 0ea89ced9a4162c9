import { type ReactNode, useState } from 'react'
import { useEditForm } from '../controls/edit-form.ts'
import { FormDialog, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { FormState } from '../forms/use-form.ts'
import { KeyPermissionsChoice } from '../permissions/key-permissions.tsx'
import { leastPermissions } from '../permissions/key-words.ts'
import { toastProof } from '../publishing/toast-proof.ts'
import { type ApiKey, type CreatedApiKey, createKey } from '../server/api-keys.ts'
import { originsOf } from '../server/origins.ts'
import { useMomentOf } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import { readKey, updateKey } from './commands.ts'
import { dayOf, endOfDay } from './expiry.ts'
import { SecretDialog } from './secret.tsx'

const keyFields = ['name', 'allowedOrigins', 'expiresAt'] as const

type CreateProps = { projectId: string; onClose(): void }

export function CreateKey({ projectId, onClose }: CreateProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const [permissions, setPermissions] = useState(leastPermissions)
  const form = useForm({
    fields: keyFields,
    send: async ({ name = '', sites = '', ends = '' }) => {
      const fields = { name, allowedOrigins: originsOf(sites), expiresAt: endOfDay(ends) }
      setCreated(await createKey(projectId, { ...fields, permissions }))
    },
  })
  if (created !== null) return <SecretDialog apiKey={created} onClose={onClose} />
  return (
    <FormDialog title={t('New key')} label={t('Create key')} form={form} onClose={onClose}>
      <Fields problems={form.problems} values={{ name: '', sites: '', ends: '' }}>
        <KeyPermissionsChoice value={permissions} onChange={setPermissions} />
      </Fields>
    </FormDialog>
  )
}

export function ChangeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const momentOf = useMomentOf()
  const valuesOf = ({ name, allowedOrigins, expiresAt }: ApiKey): KeyValues => ({
    name,
    sites: allowedOrigins.join('\n'),
    ends: expiresAt === null ? '' : dayOf(momentOf(expiresAt)),
  })
  const form = useEditForm({
    fields: keyFields,
    resource: apiKey,
    read: () => readKey(apiKey),
    shownOf: (key) => {
      const { name, sites, ends } = valuesOf(key)
      return [
        { name: 'name', label: t('Name'), value: name },
        { name: 'sites', label: t('Sites'), value: sites },
        { name: 'ends', label: t('Ends on'), value: ends },
      ]
    },
    send: async ({ name = '', sites = '', ends = '' }, base) => {
      // The day alone is in the form: an end that was not changed keeps its time.
      const expiry = ends === valuesOf(base).ends ? {} : { expiresAt: endOfDay(ends) }
      const fields = { name, allowedOrigins: originsOf(sites), ...expiry }
      void toastProof(await updateKey(base, fields))
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title={t('Change {name}', { name: apiKey.name })}
      label={t('Save')}
      form={form}
      onClose={onClose}
    >
      <Fields problems={form.problems} values={valuesOf(apiKey)} />
    </FormDialog>
  )
}

type KeyValues = { name: string; sites: string; ends: string }

type FieldsProps = {
  values: KeyValues
  problems: FormState<(typeof keyFields)[number]>['problems']
  children?: ReactNode
}

const Fields = ({ values, problems, children }: FieldsProps) => (
  <>
    <TextField
      label={t('Name')}
      name="name"
      isRequired
      autoFocus
      defaultValue={values.name}
      hint={t('Such as the site that uses it.')}
      problem={problems.name}
    />
    <TextField
      label={t('Sites')}
      name="sites"
      rows={3}
      defaultValue={values.sites}
      placeholder={'https://museum.example\nhttps://*.museum.example'}
      hint={t('One on each line. Without any, every site can use the key.')}
      problem={problems.allowedOrigins}
    />
    {children}
    <TextField
      label={t('Ends on')}
      name="ends"
      type="date"
      defaultValue={values.ends}
      hint={t('Empty: it has no end.')}
      problem={problems.expiresAt}
    />
  </>
)
