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
