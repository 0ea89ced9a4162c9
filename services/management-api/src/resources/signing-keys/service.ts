import {
  createSigningSecret,
  type SigningKeyCipher,
  signingKeyId,
  signingKeyNumber,
} from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import type { ProjectTenant } from '../../changes/author.js'
import type { Changes } from '../../changes/changes.js'
import { signingKeyRepository } from './repository.js'
import {
  type CreatedSigningKey,
  maxSigningKeys,
  type SigningKey,
  type SigningKeyQuery,
} from './schemas.js'

type Deps = { database: ScopedDatabase; changes: Changes; signingKeyCipher: SigningKeyCipher }

/** Keys of a project that sign image addresses. All of them are valid until they are revoked. */
export function createSigningKeyService({ database, changes, signingKeyCipher }: Deps) {
  return {
    /** When this resolves, every delivery instance accepts its signatures. @throws AppError QUOTA_EXCEEDED */
    create: (tenant: ProjectTenant): Promise<CreatedSigningKey> => {
      const secret = createSigningSecret()
      return changes.write(tenant, async (tx, { audit }) => {
        const { projectId } = tenant
        const keys = signingKeyRepository(tx)
        const { count, lastNumber } = await keys.lockAll(projectId)
        requireRoom(count)
        const number = lastNumber + 1
        const sealed = signingKeyCipher.encrypt(secret, { projectId, number })
        const created = await keys.create(projectId, number, sealed)
        const changed = { key: { from: null, to: signingKeyId(number) } }
        audit({ action: 'signing-key.create', resourceId: created.id, changes: changed })
        return { ...shown(created), secret }
      })
    },

    list: async (tenant: ProjectTenant, query: SigningKeyQuery) =>
      database.forProject(tenant).transaction(async (tx) => {
        const page = await signingKeyRepository(tx).list(tenant.projectId, query)
        return { ...page, content: page.content.map(shown) }
      }),

    /** @throws AppError SECRET_REVOKED if the key was revoked. */
    requireUsable: async (tenant: ProjectTenant, id: string): Promise<void> => {
      const keys = signingKeyRepository(database.forProject(tenant))
      if ((await keys.find(tenant.projectId, signingKeyNumber(id) ?? 0)) !== null) return
      throw new AppError(
        'SECRET_REVOKED',
        'This Idempotency-Key has made a signing key that was revoked since. Send a new Idempotency-Key to create another signing key.',
      )
    },

    /** When this resolves, no delivery instance accepts its signatures. */
    revoke: (tenant: ProjectTenant, id: string): Promise<void> =>
      changes.write(tenant, async (tx, { audit, matching }) => {
        const { projectId } = tenant
        const keys = signingKeyRepository(tx)
        const { lastNumber } = await keys.lockAll(projectId)
        const number = signingKeyNumber(id) ?? 0
        const key = matching(requireFound(await keys.find(projectId, number)))
        await keys.revoke(projectId, number, number === lastNumber)
        const changed = { key: { from: id, to: null } }
        audit({ action: 'signing-key.revoke', resourceId: key.id, changes: changed })
      }),
  }
}

export type SigningKeyService = ReturnType<typeof createSigningKeyService>

const shown = ({ number, createdAt }: { number: number; createdAt: Date }): SigningKey => ({
  id: signingKeyId(number),
  createdAt,
})

function requireFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('SIGNING_KEY_NOT_FOUND', 'There is no such signing key.')
  return row
}

function requireRoom(count: number): void {
  if (count < maxSigningKeys) return
  throw new AppError(
    'QUOTA_EXCEEDED',
    `The project has ${count} signing keys, and ${maxSigningKeys} are allowed. Revoke one first.`,
  )
}
