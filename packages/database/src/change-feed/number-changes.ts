import type { Change } from '@vitrine/contracts'
import type { Transaction } from '../client.js'
import { Prisma } from '../generated/client.js'
import { logIdOfHead } from './log-id.js'

/** The changes that a transaction logged, oldest first, the newest seq of the log, and its identity. */
export type NumberedChanges = { logId: string; head: number; changes: Change[] }

type Row = { log_id: string; head: bigint; seq: bigint | null; tags: string[] | null }

/**
 * Numbers the public changes of the transaction, whose tags were collected by triggers. The head of the log
 * stays locked until the commit, so seq follows the order of commits, without gaps. Call it last: all other
 * writers wait from here on.
 */
export async function numberChanges(tx: Transaction): Promise<NumberedChanges> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT numbered.head, numbered.seq, numbered.tags, ${Prisma.raw(logIdOfHead)} AS log_id
    FROM vitrine_seal_changes() AS numbered, change_head AS head`
  return {
    logId: rows[0]?.log_id ?? '',
    head: Number(rows[0]?.head ?? 0),
    changes: rows.flatMap(({ seq, tags }) =>
      seq === null ? [] : [{ seq: Number(seq), tags: tags ?? [] }],
    ),
  }
}
