import { type ReactNode, useState } from 'react'
import { useEditForm } from '../controls/edit-form.ts'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import type { FormState } from '../forms/use-form.ts'
import { KeyPermissionsChoice } from '../permissions/key-permissions.tsx'
import { leastPermissions } from '../permissions/key-words.ts'
import { toastProof } from '../publishing/toast-proof.ts'
import type { ApiKey, CreatedApiKey } from '../server/api-keys.ts'
import { isStale, problemsOf, wordsOf } from '../server/error-words.ts'
import { momentOf } from '../server/moments.ts'
import { originsOf } from '../server/origins.ts'
import { useMe } from '../session/use-me.ts'
import { t } from '../words/words.ts'
import { createKey, readKey, updateKey } from './commands.ts'
import { dayOf, endOfDay } from './expiry.ts'

const keyFields = ['name', 'allowedOrigins', 'expiresAt'] as const

type CreateProps = {
  projectId: string
  onCreated(key: CreatedApiKey): void
  onClose(): void
}

export function CreateKeyForm({ projectId, onCreated, onClose }: CreateProps) {
  const [permissions, setPermissions] = useState(leastPermissions)
  const form = useForm({
    fields: keyFields,
    wordsOf,
    problemsOf,
    send: async ({ name = '', sites = '', ends = '' }) => {
      const fields = { name, allowedOrigins: originsOf(sites), expiresAt: endOfDay(ends) }
      onCreated(await createKey(projectId, { ...fields, permissions }))
    },
  })
  return (
    <Form form={form}>
      <Fields problems={form.problems} values={{ name: '', sites: '', ends: '' }}>
        <KeyPermissionsChoice value={permissions} onChange={setPermissions} />
      </Fields>
      <FormActions form={form} label={t('Create key')} onCancel={onClose} />
    </Form>
  )
}

export function ChangeKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { timeZone } = useMe()
  const valuesOf = ({ name, allowedOrigins, expiresAt }: ApiKey): KeyValues => ({
    name,
    sites: allowedOrigins.join('\n'),
    ends: expiresAt === null ? '' : dayOf(momentOf(expiresAt, timeZone)),
  })
  const form = useEditForm({
    fields: keyFields,
    wordsOf,
    problemsOf,
    isStale,
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
    <Form form={form}>
      <Fields problems={form.problems} values={valuesOf(apiKey)} />
      <FormActions form={form} label={t('Save')} onCancel={onClose} />
    </Form>
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
