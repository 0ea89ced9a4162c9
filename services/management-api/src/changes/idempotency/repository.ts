import type { Queryable } from '@vitrine/database'
import type { EncryptedAnswer } from './answer-cipher.js'

type Bytes = Uint8Array<ArrayBuffer>

/** `scope`: the owner of the key, as in the policy of the table. */
export type ClaimId = { scope: string; keyHash: Bytes }

export type StoredAnswer = { fingerprint: Uint8Array; body: Uint8Array; kid: string | null }

const lifetimeSeconds = 24 * 3600

export const idempotencyRepository = (db: Queryable) => ({
  /** Waits for a concurrent transaction with the same key. @throws UniqueViolation if that commits. */
  claim: async ({ scope, keyHash }: ClaimId, fingerprint: Bytes): Promise<void> => {
    await db.$executeRaw`
      DELETE FROM idempotency_keys WHERE scope = ${scope} AND key_hash = ${keyHash}
        AND created_at < now() - ${lifetimeSeconds} * interval '1 second'`
    await db.idempotencyKey.create({
      data: { scope, keyHash, fingerprint },
      select: { scope: true },
    })
  },

  complete: async (id: ClaimId, answer: EncryptedAnswer): Promise<void> => {
    await db.idempotencyKey.update({
      where: { scope_keyHash: id },
      data: answer,
      select: { scope: true },
    })
  },

  find: async (id: ClaimId): Promise<StoredAnswer | null> => {
    const row = await db.idempotencyKey.findFirst({
      where: { ...id, createdAt: { gte: new Date(Date.now() - lifetimeSeconds * 1000) } },
      select: { fingerprint: true, body: true, kid: true },
    })
    return row && row.body !== null ? { ...row, body: row.body } : null
  },

  deleteExpired: async (): Promise<void> => {
    const createdAt = { lt: new Date(Date.now() - lifetimeSeconds * 1000) }
    await db.idempotencyKey.deleteMany({ where: { createdAt } })
  },
})
