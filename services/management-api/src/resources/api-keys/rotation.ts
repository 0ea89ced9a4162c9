import { createApiKey } from '@vitrine/contracts'
import type { Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { difference } from '../../changes/audited-action.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Change, Changes } from '../../changes/changes.js'
import type { ProjectTenant } from '../../scopes/tenancy.js'
import { apiKeyRepository } from './repository.js'
import { audited, found } from './rules.js'
import type { ApiKey, CreatedApiKey, KeyRotation } from './schemas.js'

type Deps = { changes: Changes; budgets: Budgets }

/** Replaces a key by a new one with the same name, permissions, origins and expiry. */
export function createRotation({ changes, budgets }: Deps) {
  /**
   * The old key ends after the overlap, or at its own expiry if that is earlier.
   *
   * @throws AppError API_KEY_NOT_FOUND; SECRET_REVOKED if the old key has expired; QUOTA_EXCEEDED
   */
  return (
    tenant: ProjectTenant,
    keyId: string,
    { overlapSeconds }: KeyRotation,
  ): Promise<CreatedApiKey> => {
    const { key, keyPrefix, keyHash } = createApiKey()
    return changes.write(tenant, async (tx, change) => {
      const { projectId, organizationId } = tenant
      const apiKeys = apiKeyRepository(tx)
      const old = found(await apiKeys.lock(projectId, keyId))
      requireUnexpired(old)
      const { name, permissions, allowedOrigins, expiresAt } = old
      const row = { name, permissions, allowedOrigins, expiresAt, keyPrefix, keyHash }
      const created = await apiKeys.create(projectId, row)
      const rotates = { rotates: { from: null, to: keyId } }
      const changed = { ...difference(null, created, audited), ...rotates }
      change.audit({ action: 'api-key.rotate', resourceId: created.id, changes: changed })
      await end(tx, change, old, overlapSeconds)
      await budgets.requireWithin(tx, organizationId, { apiKeys: 1 })
      return { ...created, key }
    })
  }
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
