import type { Change } from '@vitrine/contracts'

/**
 * Part of the log: every change after `from` up to `to`, without a gap. `head` is the newest seq
 * in the same snapshot of the database; it may lie beyond `to`.
 */
export type LogPage = { from: number; to: number; head: number; changes: Change[] }

/** The head, and one change; nulls where there is none. `bigint` arrives as text. */
export type LogRow = { head: string; seq: string | null; tags: string[] | null }

/**
 * Builds a page from rows in order of seq. In a pruned log it begins after the gap.
 *
 * @param end where the page ends if there are no rows.
 */
export function logPage(rows: readonly LogRow[], end: (head: number) => number): LogPage {
  const head = Number(rows[0]?.head ?? 0)
  const found = rows.flatMap(({ seq, tags }) =>
    seq === null ? [] : [{ seq: Number(seq), tags: tags ?? [] }],
  )
  const behindGap = found.findLastIndex(
    ({ seq }, i) => i > 0 && seq !== (found[i - 1]?.seq ?? 0) + 1,
  )
  const changes = found.slice(Math.max(behindGap, 0))
  const [first, last] = [changes[0], changes.at(-1)]
  if (first === undefined || last === undefined) {
    const at = end(head)
    return { from: at, to: at, head, changes }
  }
  return { from: first.seq - 1, to: last.seq, head, changes }
}
