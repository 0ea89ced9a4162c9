import type { Change, Topic } from '@vitrine/contracts'

/** An answer, what it depended on, and the newest seq that it is known to reflect. */
export type Snapshot<Value> = { value: Value; tags: readonly string[]; asOf: number }

/**
 * Part of the log: every change after `from` up to `to`, without a gap. `head` is the newest seq
 * in the same snapshot of the database; it may lie beyond `to`.
 */
export type LogPage = { from: number; to: number; head: number; changes: readonly Change[] }

/** A row of the register: one registration of one delivery process. */
export type ReplicaRow = {
  id: string
  /** Grows with each renewal of the lease. */
  renewals: number
  /** Up to here it had applied the log when it last renewed. */
  acked: number
  /** It may never renew again. */
  fenced: boolean
  /** How long, after its lease, it may go on answering what Redis confirms, ms; 0: not at all. */
  graceMs: number
}

/**
 * Postgres, the one thing that is trusted. Every call rejects when its outcome is not known; what
 * it resolves with was true at a moment between call and answer, and what it wrote is durable.
 */
export type Authority = {
  /** The log after `after`, oldest first, at most `limit` changes. */
  since(after: number, limit: number): Promise<LogPage>
  /** The newest changes, at most `limit`, up to the head. */
  latest(limit: number): Promise<LogPage>
  /** The newest seq, and which log it is of. */
  head(): Promise<{ history: string; head: number }>
  /** Adds a row, `renewals` 0, not fenced. `timeMs`: the database's clock, ms since 1970. */
  register(id: string, graceMs: number): Promise<{ timeMs: number; history: string }>
  /**
   * Counts one renewal and notes `acked`, unless the row is fenced or gone: then null. In the same
   * statement, the log after `after`.
   */
  renew(id: string, acked: number, after: number, limit: number): Promise<Renewal | null>
  /** Deletes the row. */
  leave(id: string): Promise<void>
  /** Every row. */
  replicas(): Promise<ReplicaRow[]>
  /** Fences the row if it has been renewed `renewals` times and not once more. */
  fence(id: string, renewals: number): Promise<void>
}

export type Renewal = { page: LogPage; timeMs: number }

/**
 * A copy of the log in Redis, for replicas that cannot reach Postgres. Never rejects.
 */
export type LogCopy = {
  /** Whether the copy is known to hold these changes. An empty list only makes sure that it exists. */
  append(changes: readonly Change[]): Promise<boolean>
  /**
   * What the copy says after `after`, or null when Redis is not there. `identity` changes whenever
   * the copy may have lost something: another Redis, another run of it, a flush, an eviction.
   * Refused (null) by a Redis that may have been replaced by another one.
   */
  since(after: number, limit: number): Promise<(LogPage & { identity: string }) | null>
}

/** A way to send messages. May lose, repeat, delay or reorder them; never rejects. */
export type Bus = {
  /** Whether it was handed over; who heard it is not known. */
  publish(topic: Topic, message: string): Promise<boolean>
  subscribe(topic: Topic, onMessage: (message: string) => void): void
}

/** Answers kept outside the process. May lose, mix up or resurrect anything; never rejects. */
export type EntryStore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlSeconds: number): Promise<unknown>
}

export type Clock = {
  /** Never steps, runs at the rate of real time; its zero means nothing. */
  monotonicMs(): number
  /** May step. Compared with the monotonic clock, it tells that the machine was suspended. */
  wallMs(): number
  /** @returns a function that calls it off. */
  after(ms: number, run: () => void): () => void
}

/** Told of what happens, for metrics and logs. Must not throw. */
export type Observer = {
  /** A replica found its lease to be over when it wanted to answer. */
  leaseLapsed(): void
  /** A replica learnt that it was fenced, and registered anew. */
  fenced(): void
  /** A kept answer was too old to be used. */
  floorRejected(source: Source): void
  /** An answer was given, and where it came from. */
  answered(source: Source): void
  /** An answer was given on the word of Redis alone. */
  validated(): void
  /** A writer fenced a replica. */
  fencedReplica(id: string): void
  /** A change was acknowledged, this long after its commit. */
  acknowledged(ms: number): void
  /** A change was not acknowledged in time. */
  pending(): void
  /** A sampled change was compared at a replica. */
  audited(report: { replica: string; compared: number; stale: readonly string[] }): void
}

/** `memory`: L1. `store`: L2. `flight`: what another request was getting. `fill`: the database. */
export type Source = 'memory' | 'store' | 'flight' | 'fill'
