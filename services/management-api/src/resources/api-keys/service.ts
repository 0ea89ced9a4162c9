import { allowedOrigin, createApiKey } from '@vitrine/contracts'
import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import { formatTimestamp, parseTimestamp } from '@vitrine/http'
import { difference } from '../../changes/audited-action.js'
import type { ProjectTenant } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Change, Changes } from '../../changes/changes.js'
import { futureMoment } from '../../fields/future-moment.js'
import { apiKeyRepository } from './repository.js'
import type { ApiKey, ApiKeyUpdate, CreatedApiKey, KeyRotation, NewApiKey } from './schemas.js'

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
      apiKeyRepository(deps.database.forProject(tenant)).list(tenant.projectId),

    /** @throws AppError SECRET_REVOKED if the key was revoked or has expired. */
    requireUsable: async (tenant: ProjectTenant, keyId: string): Promise<void> => {
      const apiKeys = apiKeyRepository(deps.database.forProject(tenant))
      if (await apiKeys.isUsable(tenant.projectId, keyId)) return
      throw new AppError(
        'SECRET_REVOKED',
        'This Idempotency-Key has made an API key that was revoked or has expired since. Send a new Idempotency-Key to create another API key.',
      )
    },

    get: async (tenant: ProjectTenant, keyId: string): Promise<ApiKey> => {
      const apiKeys = apiKeyRepository(deps.database.forProject(tenant))
      return requireFound(await apiKeys.find(tenant.projectId, keyId))
    },

    /** When this resolves, every delivery instance uses the new origins and expiry. */
    update: (tenant: ProjectTenant, keyId: string, input: ApiKeyUpdate): Promise<ApiKey> =>
      deps.changes.write(tenant, async (tx, { audit, matching }) => {
        const { projectId } = tenant
        const apiKeys = apiKeyRepository(tx)
        const before = matching(requireFound(await apiKeys.lock(projectId, keyId)))
        const { name, expiresAt, allowedOrigins } = input
        const after = await apiKeys.update(projectId, keyId, {
          ...(name !== undefined && { name }),
          ...(allowedOrigins !== undefined && { allowedOrigins: origins(allowedOrigins) }),
          ...(expiresAt !== undefined && { expiresAt: changedExpiry(before.expiresAt, expiresAt) }),
        })
        const changes = difference(before, after, audited)
        if (Object.keys(changes).length > 0) {
          audit({ action: 'api-key.update', resourceId: keyId, changes })
        }
        return after
      }),

    /**
     * Replaces a key by a new one with the same name, permissions, origins and expiry. The old key ends after the
     * overlap, or at its own expiry if that is earlier.
     *
     * @throws AppError API_KEY_NOT_FOUND; SECRET_REVOKED if the old key has expired; QUOTA_EXCEEDED
     */
    rotate: (
      tenant: ProjectTenant,
      keyId: string,
      { overlapSeconds }: KeyRotation,
    ): Promise<CreatedApiKey> => {
      const { key, keyPrefix, keyHash } = createApiKey()
      return deps.changes.write(tenant, async (tx, change) => {
        const { projectId, organizationId } = tenant
        const apiKeys = apiKeyRepository(tx)
        const old = requireFound(await apiKeys.lock(projectId, keyId))
        requireUnexpired(old)
        const { name, permissions, allowedOrigins, expiresAt } = old
        const row = { name, permissions, allowedOrigins, expiresAt, keyPrefix, keyHash }
        const created = await apiKeys.create(projectId, row)
        const rotates = { rotates: { from: null, to: keyId } }
        const changed = { ...difference(null, created, audited), ...rotates }
        change.audit({ action: 'api-key.rotate', resourceId: created.id, changes: changed })
        await end(tx, change, old, overlapSeconds)
        await deps.budgets.requireWithin(tx, organizationId, { apiKeys: 1 })
        return { ...created, key }
      })
    },

    revoke: (tenant: ProjectTenant, keyId: string): Promise<void> =>
      deps.changes.write(tenant, async (tx, { audit, matching }) => {
        const { projectId } = tenant
        const revoked = matching(requireFound(await apiKeyRepository(tx).lock(projectId, keyId)))
        await apiKeyRepository(tx).delete(projectId, keyId)
        audit({
          action: 'api-key.revoke',
          resourceId: keyId,
          changes: difference(revoked, null, audited),
        })
      }),
  }
}

/** The present expiry may be sent back although it has passed. Requests have no fractions of a second. */
function changedExpiry(before: Date | null, sent: string | null): Date | null {
  if (sent === null) return null
  const moment = parseTimestamp(sent)
  const isSame = before !== null && moment !== null && sameSecond(before, moment)
  return isSame ? before : futureMoment(sent)
}

const sameSecond = (one: Date, other: Date) => formatTimestamp(one) === formatTimestamp(other)

/** Normalized as in delivery, without duplicates. */
function origins(sent: readonly string[]): string[] {
  const parsed = sent.map(allowedOrigin)
  const message =
    'must be an origin such as https://a.example or https://*.a.example, with a port or without'
  const details = parsed.flatMap((origin, i) =>
    origin === null ? [{ field: `allowedOrigins[${i}]`, message }] : [],
  )
  if (details.length > 0) throw validationFailed(details)
  return [...new Set(parsed.filter((origin) => origin !== null))]
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>

function requireFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('API_KEY_NOT_FOUND', 'There is no such API key.')
  return row
}

/** Without an overlap the row is deleted: the end does not depend on the clock of a replica then. */
async function end(
  tx: Transaction,
  { audit }: Change,
  old: ApiKey,
  overlapSeconds: number,
): Promise<void> {
  const { projectId, id } = old
  const apiKeys = apiKeyRepository(tx)
  if (overlapSeconds === 0) {
    await apiKeys.delete(projectId, id)
    audit({ action: 'api-key.revoke', resourceId: id, changes: difference(old, null, audited) })
    return
  }
  const overlapEnds = new Date(Date.now() + overlapSeconds * 1000)
  if (old.expiresAt !== null && old.expiresAt <= overlapEnds) return
  const after = await apiKeys.update(projectId, id, { expiresAt: overlapEnds })
  audit({ action: 'api-key.update', resourceId: id, changes: difference(old, after, audited) })
}

function requireUnexpired({ expiresAt }: ApiKey): void {
  if (expiresAt === null || expiresAt > new Date()) return
  throw new AppError(
    'SECRET_REVOKED',
    'This API key has expired, and so would the new one. Create another key, or give this one a later expiresAt first.',
  )
}
