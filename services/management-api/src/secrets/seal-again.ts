import type { SigningSeal } from '@vitrine/contracts'
import type { Queryable } from '@vitrine/database'
import { sealedKeyRepository } from './repository.js'

const batchRows = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts signing keys by the first OBJECT_SECRET that another one has encrypted, so that the other one can
 * be removed. One that no secret opens stays as it is. Rejects when the signal is aborted.
 */
export async function sealAgain(
  database: Queryable,
  seal: SigningSeal,
  signal: AbortSignal,
): Promise<void> {
  const keys = sealedKeyRepository(database)
  let after = lowestId
  for (;;) {
    signal.throwIfAborted()
    const rows = await keys.listOthers(seal.sealedBy, after, batchRows)
    for (const row of rows) {
      signal.throwIfAborted()
      const secret = seal.open(row.sealed, row)
      if (secret !== null) await keys.replace(row, seal.seal(secret, row))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) return
    after = last.id
  }
}
