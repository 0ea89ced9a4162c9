import { createApiKey, tags } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { parseTimestamp } from '@vitrine/http'
import type { Changes } from '../../changes.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { apiKeyRepository } from './repository.js'
import type { ApiKey, CreatedApiKey, NewApiKey } from './schemas.js'

const keyTag = (keyHash: Uint8Array) => tags.key(Buffer.from(keyHash).toString('hex'))

export function createApiKeyService(deps: { database: Database; changes: Changes }) {
  return {
    create: ({ projectId }: ProjectTenant, input: NewApiKey): Promise<CreatedApiKey> => {
      const expiresAt = futureMoment(input.expiresAt ?? null)
      const { key, keyPrefix, keyHash } = createApiKey()
      const { name, permissions = 'READ' } = input
      return deps.changes.write(async (tx, touch) => {
        const row = { name, keyHash, keyPrefix, permissions, expiresAt }
        const created = await apiKeyRepository(tx).create(projectId, row)
        // Someone may have tried it already: that it is unknown is remembered too.
        touch(keyTag(keyHash))
        return { ...created, key }
      })
    },

    list: ({ projectId }: ProjectTenant): Promise<ApiKey[]> =>
      apiKeyRepository(deps.database).list(projectId),

    revoke: ({ projectId }: ProjectTenant, keyId: string): Promise<void> =>
      deps.changes.write(async (tx, touch) => {
        const keyHash = await apiKeyRepository(tx).delete(projectId, keyId)
        if (keyHash === null) throw new AppError('API_KEY_NOT_FOUND', 'There is no such API key.')
        touch(keyTag(keyHash))
      }),
  }
}

/** Before the year 10000 in every time zone: the wire has four digits for a year. */
const latest = Date.UTC(9999, 11, 30)

function futureMoment(text: string | null): Date | null {
  if (text === null) return null
  const moment = parseTimestamp(text)
  const time = moment?.getTime() ?? 0
  if (time > Date.now() && time < latest) return moment
  const message = 'must lie ahead, before the year 10000'
  throw new AppError('VALIDATION_FAILED', `expiresAt ${message}`, {
    details: [{ field: 'expiresAt', message }],
  })
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>
