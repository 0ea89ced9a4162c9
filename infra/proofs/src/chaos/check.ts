import { findViolations } from '../history.js'

/**
 * The writes to one public subject and the reads of it. All times are in ms, of one monotonic clock:
 * `performance.now()` of the process that sends every request.
 */
export type History = {
  subject: string
  /** In sequence: each was sent after the previous one was acknowledged. */
  writes: readonly Write[]
  reads: readonly Read[]
  /** The value that management-api shows at the end, when every write is acknowledged; undefined: not read. */
  final?: string | undefined
}

export type Write = {
  /** The result of reads after it: `v3`, `absent`, `refused` … */
  appearance: string
  /** When it was first sent. It may have taken effect at any time since. */
  startMs: number
  /** When its acknowledgement was received; Infinity until then. */
  endMs: number
}

export type Read = {
  replica: string
  /** Before the request was sent. */
  startMs: number
  /** After the answer was received. */
  endMs: number
  outcome: Outcome
}

export type Outcome =
  | { kind: 'seen'; appearance: string }
  /** 503, which a fault may cause. */
  | { kind: 'unavailable' }
  /** No answer, from a replica that was not running. */
  | { kind: 'unreachable' }
  /** An answer that no fault may cause, or no answer from a running replica. */
  | { kind: 'wrong'; what: string }

export type Violation = {
  /**
   * stale: older than a write that was acknowledged before the read started. lost: an acknowledged
   * write is missing in the end. wrong: an answer that was never right.
   */
  kind: 'stale' | 'lost' | 'wrong'
  /** One line for the report. */
  what: string
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
    const expected = writes[acknowledged]?.appearance ?? 'nothing'
    const seen = `${subject} at ${read.replica} was ${describe(read.outcome)}`
    const newer = shown === null ? undefined : writes[shown + 1]
    if (newer === undefined) return { kind: 'wrong', what: `${seen}, not ${expected}` }
    const sinceMs = (read.startMs - newer.endMs).toFixed(1)
    const what = `${seen}; a newer state was acknowledged ${sinceMs} ms before the request, last ${expected}`
    return { kind: 'stale', what }
  })
  const last = writes.at(-1)?.appearance
  if (final === undefined || last === undefined || final === last) return violations
  return [...violations, { kind: 'lost', what: `${subject} is ${final} in the end, not ${last}` }]
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
