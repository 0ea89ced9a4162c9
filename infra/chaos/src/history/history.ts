/**
 * What was done to one thing that the public may see, and what was seen of it. All times are ms of
 * one monotonic clock, `performance.now()` of the process that sends every request.
 */
export type History = {
  subject: string
  /** One after the other: none was sent before the one ahead of it was acknowledged. */
  writes: readonly Write[]
  reads: readonly Read[]
  /** What management-api says at the end, when every write is acknowledged; undefined: not asked. */
  final?: string | undefined
}

export type Write = {
  /** What is seen from then on: `v3`, `absent`, `refused` … */
  appearance: string
  /** When it was first sent. It may have taken effect at any time from here. */
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
  /** 503: a fault may cost that. */
  | { kind: 'unavailable' }
  /** No answer, of a replica that was not running. */
  | { kind: 'unreachable' }
  /** An answer, or none, that no fault excuses. */
  | { kind: 'wrong'; what: string }
