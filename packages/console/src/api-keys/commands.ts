import { orThrow } from '@vitrine/sdk'
import type { Change } from '../publishing/use-confirmation.ts'
import { type ApiKey, apiKeysQuery, type CreatedApiKey, refreshKeys } from '../server/api-keys.ts'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import { Refusal } from '../words/errors.ts'
import { t } from '../words/words.ts'

export type KeyFields = {
  name: string
  allowedOrigins: string[]
  /** ISO 8601; null for never. Undefined: as before. */
  expiresAt?: string | null
}

/** The present state of a key. @throws if it is gone. */
export async function readKey({ id, projectId }: ApiKey): Promise<ApiKey> {
  const keys = await queries.fetchQuery({ ...apiKeysQuery(projectId), staleTime: 0 })
  const found = keys.find((key) => key.id === id)
  if (found === undefined) throw new Refusal(t('The key has been revoked.'))
  return found
}

/** When it resolves, every replica uses the new origins and the new end. */
export async function updateKey(
  { id: keyId, projectId, revision }: ApiKey,
  fields: KeyFields,
): Promise<Response> {
  const call = vitrine.PUT('/api/projects/{projectId}/api-keys/{keyId}', {
    params: { path: { projectId, keyId }, header: { 'If-Match': `"${revision}"` } },
    body: fields,
  })
  await orThrow(call)
  await refreshKeys(projectId)
  return (await call).response
}

/** A new key with the same name, origins and permissions; the old one ends after the overlap. */
export const rotateKey =
  ({ id: keyId, projectId }: ApiKey, overlapSeconds: number): Change<CreatedApiKey> =>
  (client, key) =>
    client.POST('/api/projects/{projectId}/api-keys/{keyId}/rotate', {
      params: { path: { projectId, keyId }, header: { 'Idempotency-Key': key } },
      body: { overlapSeconds },
    })

export const revokeKey =
  ({ id: keyId, projectId }: ApiKey): Change<unknown> =>
  (client, key) =>
    client.DELETE('/api/projects/{projectId}/api-keys/{keyId}', {
      params: { path: { projectId, keyId }, header: { 'Idempotency-Key': key } },
    })
