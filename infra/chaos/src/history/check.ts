import type { History, Read, Write } from './history.js'

export type Violation = {
  /**
   * stale: older than what was acknowledged before the read started. lost: an acknowledged write
   * is not there in the end. wrong: an answer that was right at no time.
   */
  kind: 'stale' | 'lost' | 'wrong'
  subject: string
  replica: string
  seen: string
  expected: string
  /** stale: how long before the read the newer state was acknowledged. */
  sinceMs: number
}

/**
 * Every read against every write that was acknowledged before it started. Linear in both, but for
 * sorting the reads by their start and their end.
 */
export function check({ subject, writes, reads, final }: History): Violation[] {
  requireSequence(subject, writes)
  const acknowledged = newestAcknowledged(writes, reads)
  const violations: Violation[] = []
  // The newest write, of those that may have taken effect so far, with each appearance.
  const newest = new Map<string, number>()
  let begun = 0
  for (const read of reads.toSorted((a, b) => a.endMs - b.endMs)) {
    for (let next = writes[begun]; next && next.startMs <= read.endMs; next = writes[++begun]) {
      newest.set(next.appearance, begun)
    }
    const oldest = acknowledged.get(read) ?? 0
    const violation = judge(read, { oldest, newest, writes })
    if (violation) violations.push({ subject, replica: read.replica, ...violation })
  }
  const last = writes.at(-1)
  if (final !== undefined && last && final !== last.appearance) {
    const expected = last.appearance
    violations.push({ kind: 'lost', subject, replica: '-', seen: final, expected, sinceMs: 0 })
  }
  return violations
}

/** For each read the newest write that was acknowledged when it started. */
function newestAcknowledged(writes: readonly Write[], reads: readonly Read[]): Map<Read, number> {
  const newest = new Map<Read, number>()
  let ended = 0
  for (const read of reads.toSorted((a, b) => a.startMs - b.startMs)) {
    while ((writes[ended]?.endMs ?? Number.POSITIVE_INFINITY) < read.startMs) ended += 1
    newest.set(read, Math.max(0, ended - 1))
  }
  return newest
}

type Bounds = { oldest: number; newest: ReadonlyMap<string, number>; writes: readonly Write[] }

function judge({ outcome, startMs }: Read, { oldest, newest, writes }: Bounds) {
  if (outcome.kind === 'unavailable' || outcome.kind === 'unreachable') return null
  const expected = writes[oldest]?.appearance ?? 'nothing'
  if (outcome.kind === 'wrong') return wrong(outcome.what, expected)
  const index = newest.get(outcome.appearance)
  if (index === undefined) return wrong(outcome.appearance, expected)
  if (index >= oldest) return null
  const sinceMs = startMs - (writes[index + 1]?.endMs ?? startMs)
  return { kind: 'stale' as const, seen: outcome.appearance, expected, sinceMs }
}

const wrong = (seen: string, expected: string) => ({
  kind: 'wrong' as const,
  seen,
  expected,
  sinceMs: 0,
})

function requireSequence(subject: string, writes: readonly Write[]): void {
  for (const [i, { startMs, endMs }] of writes.entries()) {
    if (startMs <= endMs && startMs >= (writes[i - 1]?.endMs ?? startMs)) continue
    throw new Error(`${subject}: write ${i} was sent before write ${i - 1} was acknowledged`)
  }
}
