import type { ChangeMessage } from '@vitrine/contracts'

/** The log of changes, in Postgres: the one thing that is trusted. */
export type ChangeLog = {
  /**
   * In one snapshot: the newest seq, and the changes after `after`, oldest first, at most `limit`.
   * Sees every change that was committed before the call.
   */
  since(after: bigint, limit: number): Promise<{ head: bigint; changes: ChangeMessage[] }>
}

/** Answers kept outside the process. May lose, mix up or resurrect anything; never rejects. */
export type EntryStore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlSeconds: number): Promise<unknown>
}

/** News of committed changes. May lose, repeat, delay or reorder them. */
export type Bus = {
  publish(message: string): Promise<unknown>
  subscribe(onMessage: (message: string) => void): void
}

/** An answer, what it depended on, and the newest seq that it is known to reflect. */
export type Snapshot<Value> = { value: Value; tags: readonly string[]; asOf: bigint }
