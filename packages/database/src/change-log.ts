import type { Change } from '@vitrine/contracts'
import type { Transaction } from './client.js'

/** What a transaction logged, oldest first, and the newest seq of the log. */
export type SealedChanges = { head: number; changes: Change[] }

/**
 * Numbers what the transaction has changed of what the public sees; triggers gathered the tags.
 * The head of the log stays locked until the commit, so the order of seq is the order of commits,
 * without gaps. Call it last: every other writer waits from here on.
 */
export async function sealChanges(tx: Transaction): Promise<SealedChanges> {
  const rows = await tx.$queryRaw<{ head: bigint; seq: bigint | null; tags: string[] | null }[]>`
    SELECT head, seq, tags FROM vitrine_seal_changes()`
  return {
    head: Number(rows[0]?.head ?? 0),
    changes: rows.flatMap(({ seq, tags }) =>
      seq === null ? [] : [{ seq: Number(seq), tags: tags ?? [] }],
    ),
  }
}
