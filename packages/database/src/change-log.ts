import type { ChangeMessage } from '@vitrine/contracts'
import type { Queryable, Transaction } from './client.js'

/**
 * Appends to the log of changes, in the transaction of the change itself. The row lock on the
 * head is held until the commit, so the order of seq is the order of commits, without gaps. Call
 * it last: every other writer of the log waits from here on.
 */
export async function appendChange(
  tx: Transaction,
  tags: readonly string[],
): Promise<ChangeMessage> {
  const [row] = await tx.$queryRaw<[{ seq: bigint }]>`
    WITH head AS (UPDATE change_head SET seq = seq + 1 WHERE id = 1 RETURNING seq)
    INSERT INTO change_log (seq, tags) SELECT seq, ${[...tags]} FROM head RETURNING seq`
  return { seq: row.seq, tags }
}

/** In one snapshot, the newest seq and the changes after `after`, oldest first. */
export async function changesSince(db: Queryable, after: bigint, limit: number) {
  const rows = await db.$queryRaw<{ head: bigint; seq: bigint | null; tags: string[] | null }[]>`
    SELECT head.seq AS head, log.seq, log.tags
    FROM change_head AS head
    LEFT JOIN (SELECT seq, tags FROM change_log WHERE seq > ${after} ORDER BY seq LIMIT ${limit}) AS log
      ON true
    ORDER BY log.seq`
  return {
    head: rows[0]?.head ?? 0n,
    changes: rows.flatMap(({ seq, tags }) =>
      seq === null || tags === null ? [] : [{ seq, tags }],
    ),
  }
}
