import type { Change, Topic } from '@vitrine/contracts'

/** A value, the tags of what it was made of, and the newest change that it is known to reflect. */
export type Snapshot<Value> = { value: Value; tags: readonly string[]; asOf: number }

/**
 * Part of the log: every change after `from` up to `to`, without a gap. `head` is the newest seq
 * in the same snapshot of the database; it may lie beyond `to`.
 */
export type LogPage = { from: number; to: number; head: number; changes: readonly Change[] }

/** A row of the register: one registration of one delivery process. */
export type ReplicaRow = {
  id: string
  /** How often the lease was renewed. */
  renewals: number
  /** How far it had applied the log at its last renewal. */
  acked: number
  /** A fenced row is never renewed again. */
  fenced: boolean
  /** How long after its lease it may answer what the copy of the log confirms, ms; 0: not at all. */
  graceMs: number
}

/**
 * Postgres, the one source of truth. A call rejects when its outcome is unknown. Its result was
 * true at a moment between call and answer, and what it wrote is durable.
 */
export type ChangeLogStore = {
  /** The log after `after`, oldest first, at most `limit` changes. */
  since(after: number, limit: number): Promise<LogPage>
  /** The newest changes, at most `limit`, up to the head. */
  latest(limit: number): Promise<LogPage>
  /** The newest seq, and the identity of the log. */
  head(): Promise<{ logId: string; head: number }>
  /** Adds a row, `renewals` 0, not fenced. `timeMs`: the database's clock, ms since 1970. */
  register(id: string, graceMs: number): Promise<{ timeMs: number; logId: string }>
  /**
   * Counts one renewal and stores `acked`, and reads the log after `after` in the same statement.
   * null if the row is fenced or gone.
   */
  renew(id: string, acked: number, after: number, limit: number): Promise<Renewal | null>
  leave(id: string): Promise<void>
  replicas(): Promise<ReplicaRow[]>
  /** Fences the row, unless it has been renewed more than `renewals` times. */
  fence(id: string, renewals: number): Promise<void>
}

type Renewal = { page: LogPage; timeMs: number }

/** A copy of the log in Redis, for replicas that cannot reach Postgres. Its calls never reject. */
export type LogCopy = {
  /** @returns whether the copy contains these changes. An empty list makes sure that it exists. */
  append(changes: readonly Change[]): Promise<boolean>
  /**
   * The copy after `after`; null if Redis is out of reach, or may have been replaced by another
   * one. `identity` changes whenever the copy may have lost a change: with another Redis, another
   * run of it, a flush or an eviction.
   */
  since(after: number, limit: number): Promise<(LogPage & { identity: string }) | null>
}

/** Sends messages, and may lose, repeat, delay or reorder them. Never rejects. */
export type Bus = {
  /** @returns whether the server took the message. Whether anyone received it is not known. */
  publish(topic: Topic, message: string): Promise<boolean>
  subscribe(topic: Topic, onMessage: (message: string) => void): void
}

/** Entries outside the process, in Redis. May lose, mix up or resurrect any of them; never rejects. */
export type EntryStore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlSeconds: number): Promise<unknown>
}

export type Clock = {
  /** Never steps and runs at the rate of real time. Only differences have a meaning. */
  monotonicMs(): number
  /** May step. Compared with the monotonic clock, it shows that the machine was suspended. */
  wallMs(): number
  /** @returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
}

/** Receives events for metrics and logs. Must not throw. */
export type Observer = {
  /** A replica had no lease when it had to answer. */
  leaseLapsed(): void
  /** A replica learnt that it was fenced and must register again. */
  fenced(): void
  /** A cached or filled entry was too old to be used. */
  floorRejected(source: AnswerSource): void
  answered(source: AnswerSource): void
  /** A read was confirmed by the copy of the log in Redis. */
  validated(): void
  fencedReplica(id: string): void
  /** A change was acknowledged to its client, this long after its commit. */
  acknowledged(ms: number): void
  /** A change could not be acknowledged in time. */
  pending(): void
  /** The caches in front have not confirmed a purge, which is repeated, or could not be purged yet. */
  purgeFailed(error: unknown): void
  /** A replica compared its cache with the database. */
  audited(report: { replica: string; compared: number; stale: readonly string[] }): void
}

/**
 * Where an entry came from. `memory`: this process. `store`: Redis. `flight`: the fetch of a
 * concurrent request. `fill`: the database.
 */
export type AnswerSource = 'memory' | 'store' | 'flight' | 'fill'

/** Caches in front of delivery, which keep answers until they are told to drop them. */
export type EdgeCache = {
  /** Resolves when every cache has dropped the answers with one of these tags of the log. Rejects if that is not known. */
  purge(tags: readonly string[]): Promise<void>
}

/** How far the log has been purged from the caches in front, in Postgres. It belongs to one log and to these caches. */
export type PurgePosition = {
  /** `seq`: the newest change that they have confirmed; null if they have never confirmed one of this log. */
  read(): Promise<{ logId: string; seq: number | null }>
  /** Moves it forward; an older value changes nothing. */
  advance(logId: string, to: number): Promise<void>
}
