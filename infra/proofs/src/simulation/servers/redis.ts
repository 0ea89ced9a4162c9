import type { LogPage } from '@vitrine/coherence'
import type { Change } from '@vitrine/contracts'

type Copy = { marker: number; changes: ReadonlyMap<number, Change> }
type Dump = { entries: ReadonlyMap<string, string>; copy: Copy | null }

const nothing: Dump = { entries: new Map(), copy: null }

/** The data in Redis: entries, and a copy of the log. Each function is one script. */
export function createRedis(maxCopied: number) {
  let entries = new Map<string, string>()
  let copy: Copy | null = null
  let dump = nothing
  let isUp = true
  let run = 1
  let markers = 0

  /** A new copy gets a new marker: earlier changes may be lost. */
  const copyOrNew = (): Copy => {
    if (copy === null) markers += 1
    copy ??= { marker: markers, changes: new Map() }
    return copy
  }

  return {
    get: (key: string): string | null => entries.get(key) ?? null,
    set: (key: string, value: string): void => {
      entries.set(key, value)
    },
    evict: (key: string): void => {
      entries.delete(key)
    },
    evictCopy: (): void => {
      copy = null
    },
    keys: (): string[] => [...entries.keys()],

    append: (added: readonly Change[]): true => {
      const { marker, changes } = copyOrNew()
      const all = [...changes.values(), ...added].sort((left, right) => left.seq - right.seq)
      const kept = new Map(all.map((change) => [change.seq, change]))
      for (const seq of [...kept.keys()].slice(0, -maxCopied)) kept.delete(seq)
      copy = { marker, changes: kept }
      return true
    },
    since: (after: number, limit: number): LogPage & { identity: string } => {
      const { marker, changes: held } = copyOrNew()
      const changes: Change[] = []
      for (let seq = after + 1; changes.length < limit; seq += 1) {
        const change = held.get(seq)
        if (change === undefined) break
        changes.push(change)
      }
      const head = Math.max(after, ...held.keys())
      const identity = `run ${run} marker ${marker}`
      return { from: after, to: after + changes.length, head, changes, identity }
    },

    isUp: (): boolean => isUp,
    stop: (): void => {
      isUp = false
    },
    start: (): void => {
      isUp = true
    },
    flush: (): void => {
      entries = new Map()
      copy = null
    },
    save: (): void => {
      dump = { entries: new Map(entries), copy }
    },
    /** A new run of Redis, with the last dump, which may be old. */
    restart: (): void => {
      run += 1
      entries = new Map(dump.entries)
      copy = dump.copy
    },
  }
}
