import { findViolations } from '@vitrine/proofs'
import type { History, Outcome, Read, Write } from './history.js'

export type Violation = {
  /**
   * stale: older than a write that was acknowledged before the read started. lost: an acknowledged
   * write is missing in the end. wrong: an answer that was never right.
   */
  kind: 'stale' | 'lost' | 'wrong'
  subject: string
  replica: string
  seen: string
  expected: string
  /** stale: how long before the read the newer state was acknowledged. */
  sinceMs: number
}

type AnsweredRead = Read & { startedAt: number; endedAt: number }

/** Checks every read against the writes that were acknowledged before it started. */
export function check({ subject, writes, reads, final }: History): Violation[] {
  requireSequence(subject, writes)
  const found = findViolations<Write, AnsweredRead>({
    states: writes.map((state) => ({ state, begunAt: state.startMs })),
    acknowledgements: writes.map(({ endMs }, index) => ({ at: endMs, index })),
    reads: reads
      .filter(({ outcome }) => outcome.kind === 'seen' || outcome.kind === 'wrong')
      .map((read) => ({ ...read, startedAt: read.startMs, endedAt: read.endMs })),
    shows: ({ outcome }, { appearance }) =>
      outcome.kind === 'seen' && outcome.appearance === appearance,
  })
  const violations = found.map(({ read, acknowledged, shown }): Violation => {
    const newer = shown === null ? undefined : writes[shown + 1]
    return {
      kind: newer === undefined ? 'wrong' : 'stale',
      subject,
      replica: read.replica,
      seen: describe(read.outcome),
      expected: writes[acknowledged]?.appearance ?? 'nothing',
      sinceMs: newer === undefined ? 0 : read.startMs - newer.endMs,
    }
  })
  return [...violations, ...findLost(subject, writes, final)]
}

function findLost(subject: string, writes: readonly Write[], final?: string): Violation[] {
  const expected = writes.at(-1)?.appearance
  if (final === undefined || expected === undefined || final === expected) return []
  return [{ kind: 'lost', subject, replica: '-', seen: final, expected, sinceMs: 0 }]
}

const describe = (outcome: Outcome): string => {
  if (outcome.kind === 'seen') return outcome.appearance
  return outcome.kind === 'wrong' ? outcome.what : outcome.kind
}

function requireSequence(subject: string, writes: readonly Write[]): void {
  for (const [i, { startMs, endMs }] of writes.entries()) {
    if (startMs <= endMs && startMs >= (writes[i - 1]?.endMs ?? startMs)) continue
    throw new Error(`${subject}: write ${i} was sent before write ${i - 1} was acknowledged`)
  }
}
