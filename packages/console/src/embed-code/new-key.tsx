import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { KeyPermissionsChoice } from '../permissions/key-permissions.tsx'
import { leastPermissions } from '../permissions/key-words.ts'
import { type ApiKey, apiKeysQuery, type CreatedApiKey, createKey } from '../server/api-keys.ts'
import { originOf } from '../server/origins.ts'
import { t } from '../words/words.ts'

/** A key for the pages of one site. */
function createKeyFor(projectId: string, site: string, permissions: ApiKey['permissions']) {
  const origin = originOf(site)
  const name = origin.replace(/^[a-z]+:\/\//, '') || site
  return createKey(projectId, { name, permissions, allowedOrigins: [origin] })
}

/** The site of the newest key that has one: mostly the next code is for the same. */
const siteOf = (keys: readonly ApiKey[]): string =>
  keys
    .filter(({ allowedOrigins }) => allowedOrigins.length === 1)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.allowedOrigins[0] ?? ''

type Props = { projectId: string; onCreated(key: CreatedApiKey): void }

export default function NewKey({ projectId, onCreated }: Props) {
  const { data: keys = [] } = useQuery(apiKeysQuery(projectId))
  const [typed, setTyped] = useState<string | null>(null)
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
        value={typed ?? siteOf(keys)}
        onChange={setTyped}
        isReplaced
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
