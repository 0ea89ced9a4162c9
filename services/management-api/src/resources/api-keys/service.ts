import { allowedOrigin, createApiKey } from '@vitrine/contracts'
import type { ScopedDatabase } from '@vitrine/database'
import { AppError, validationFailed } from '@vitrine/errors'
import { difference } from '../../changes/audited-action.js'
import type { Changes } from '../../changes/changes.js'
import { futureMoment } from '../../fields/future-moment.js'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import type { Budgets } from '../usage/budgets.js'
import { apiKeyRepository } from './repository.js'
import type { ApiKey, CreatedApiKey, NewApiKey } from './schemas.js'

const audited = ['name', 'keyPrefix', 'permissions', 'allowedOrigins', 'expiresAt'] as const

type Deps = { database: ScopedDatabase; changes: Changes; budgets: Budgets }

export function createApiKeyService(deps: Deps) {
  return {
    create: (tenant: ProjectTenant, input: NewApiKey): Promise<CreatedApiKey> => {
      const expiresAt = input.expiresAt == null ? null : futureMoment(input.expiresAt)
      const allowedOrigins = origins(input.allowedOrigins ?? [])
      const { key, keyPrefix, keyHash } = createApiKey()
      const { name, permissions = 'READ' } = input
      return deps.changes.write(tenant, async (tx, { audit }) => {
        const row = { name, keyHash, keyPrefix, permissions, allowedOrigins, expiresAt }
        const created = await apiKeyRepository(tx).create(tenant.projectId, row)
        await deps.budgets.requireWithin(tx, tenant.organizationId, { apiKeys: 1 })
        const changes = difference(null, created, audited)
        audit({ action: 'api-key.create', resourceId: created.id, changes })
        return { ...created, key }
      })
    },

    list: (tenant: ProjectTenant): Promise<ApiKey[]> =>
      apiKeyRepository(deps.database.forActor(tenant)).list(tenant.projectId),

    /** @throws AppError SECRET_REVOKED if the key was revoked or has expired. */
    requireUsable: async (tenant: ProjectTenant, keyId: string): Promise<void> => {
      const apiKeys = apiKeyRepository(deps.database.forActor(tenant))
      if (await apiKeys.isUsable(tenant.projectId, keyId)) return
      throw new AppError(
        'SECRET_REVOKED',
        'This Idempotency-Key has made an API key that was revoked or has expired since. Send a new Idempotency-Key to create another API key.',
      )
    },

    revoke: (tenant: ProjectTenant, keyId: string): Promise<void> =>
      deps.changes.write(tenant, async (tx, { audit, matching }) => {
        const { projectId } = tenant
        const revoked = matching(found(await apiKeyRepository(tx).lock(projectId, keyId)))
        await apiKeyRepository(tx).delete(projectId, keyId)
        audit({
          action: 'api-key.revoke',
          resourceId: keyId,
          changes: difference(revoked, null, audited),
        })
      }),
  }
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('API_KEY_NOT_FOUND', 'There is no such API key.')
  return row
}

/** Normalized as in delivery, without duplicates. */
function origins(sent: readonly string[]): string[] {
  const kept = sent.map(allowedOrigin)
  const message =
    'must be an origin such as https://a.example or https://*.a.example, with a port or without'
  const details = kept.flatMap((origin, i) =>
    origin === null ? [{ field: `allowedOrigins[${i}]`, message }] : [],
  )
  if (details.length > 0) throw validationFailed(details)
  return [...new Set(kept.filter((origin) => origin !== null))]
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>
