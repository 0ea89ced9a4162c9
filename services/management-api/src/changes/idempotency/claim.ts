import { AppError } from '@vitrine/contracts/errors'
import type { Queryable, Transaction } from '@vitrine/database'
import type { AnswerCipher } from './answer-cipher.js'
import { type ClaimId, idempotencyRepository, type StoredAnswer } from './repository.js'

export const keyIndex = 'idempotency_keys_pkey'

type Options = {
  database: Queryable
  cipher: AnswerCipher
  id: ClaimId
  key: string
  /** Identifies the call: of another one, the key is refused. */
  fingerprint: Uint8Array<ArrayBuffer>
  /** Makes the text of the answer. */
  serialize: (value: unknown) => string
}

/**
 * The Idempotency-Key of a call, which takes effect once, however often it is sent. The answer is stored
 * in the transaction of the effect, and a repeated call gets it for 24 hours. Of two calls at the same
 * time, the second waits for the first.
 */
export function createClaim({ database, cipher, id, key, fingerprint, serialize }: Options) {
  /** @throws AppError IDEMPOTENCY_KEY_REUSED, SECRET_REVOKED */
  const read = (stored: StoredAnswer): string => {
    if (!Buffer.from(stored.fingerprint).equals(fingerprint)) {
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key came with another request before; use a new one.',
      )
    }
    const answer = cipher.decrypt(stored, key)
    if (answer !== null) return answer
    throw new AppError(
      'SECRET_REVOKED',
      'This Idempotency-Key was answered before, and that answer cannot be read any more. Nothing was done now: look up what the first call has made.',
    )
  }

  return {
    /** Call it first in the transaction of the effect. @throws UniqueViolation of `keyIndex` */
    begin: (tx: Transaction): Promise<void> => idempotencyRepository(tx).claim(id, fingerprint),

    /** Call it in the same transaction, with the answer. */
    complete: (tx: Transaction, value: unknown): Promise<void> =>
      idempotencyRepository(tx).complete(id, cipher.encrypt(serialize(value), key)),

    read,

    /** The text of the stored answer; null if there is none. @throws AppError as `read` */
    find: async (): Promise<string | null> => {
      const stored = await idempotencyRepository(database).find(id)
      return stored && read(stored)
    },
  }
}

export type Claim = ReturnType<typeof createClaim>
