import { orThrow } from '@vitrine/sdk'
import { useState } from 'react'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { KeyPermissionsChoice } from '../permissions/key-permissions.tsx'
import { leastPermissions } from '../permissions/key-words.ts'
import type { ApiKey, CreatedApiKey } from '../server/api-keys.ts'
import { vitrine } from '../server/client.ts'
import { originOf } from '../server/origins.ts'
import { queries } from '../server/queries.ts'
import { t } from '../words/words.ts'

/** A key for the pages of one site. */
async function createKeyFor(
  projectId: string,
  site: string,
  permissions: ApiKey['permissions'],
): Promise<CreatedApiKey> {
  const origin = originOf(site)
  const call = vitrine.POST('/api/projects/{projectId}/api-keys', {
    params: { path: { projectId } },
    body: {
      name: origin.replace(/^[a-z]+:\/\//, '') || site,
      permissions,
      allowedOrigins: [origin],
    },
  })
  const key = await orThrow(call)
  void queries.invalidateQueries({ queryKey: ['api-keys', projectId] })
  return key
}

type Props = { projectId: string; onCreated(key: CreatedApiKey): void }

export default function NewKey({ projectId, onCreated }: Props) {
  const [permissions, setPermissions] = useState(leastPermissions)
  const form = useForm({
    fields: ['allowedOrigins'],
    send: async ({ site = '' }) => onCreated(await createKeyFor(projectId, site, permissions)),
  })
  return (
    <Form form={form}>
      <TextField
        label={t('Site')}
        name="site"
        placeholder="https://museum.example"
        hint={t('Only its pages can use the key.')}
        problem={form.problems.allowedOrigins}
        autoComplete="url"
      />
      <KeyPermissionsChoice value={permissions} onChange={setPermissions} />
      <FormActions form={form} label={t('Create key')} />
    </Form>
  )
}
