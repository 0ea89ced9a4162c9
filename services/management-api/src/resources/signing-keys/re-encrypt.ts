import type { SigningKeyCipher } from '@vitrine/contracts'
import type { Queryable } from '@vitrine/database'
import { encryptedKeyRepository } from './repository.js'

const batchRows = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts by the first OBJECT_SECRET the signing keys that another one has encrypted, so that the other one can
 * be removed. A key that no secret decrypts stays as it is. Rejects when the signal is aborted.
 */
export async function reEncryptSigningKeys(
  database: Queryable,
  cipher: SigningKeyCipher,
  signal: AbortSignal,
): Promise<void> {
  const keys = encryptedKeyRepository(database)
  let after = lowestId
  for (;;) {
    signal.throwIfAborted()
    const rows = await keys.listOthers(cipher.prefix, after, batchRows)
    for (const row of rows) {
      signal.throwIfAborted()
      const secret = cipher.decrypt(row.sealed, row)
      if (secret !== null) await keys.replace(row, cipher.encrypt(secret, row))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) return
    after = last.id
  }
}
