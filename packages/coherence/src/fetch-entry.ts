import { databaseUnreachable } from './database-unreachable.js'
import { decodeEntry, encodeEntry } from './entries.js'
import type { Fill, Memory } from './memory.js'
import type { AnswerSource, EntryStore, Snapshot } from './ports.js'
import type { ConfirmedBy, Replica } from './replica.js'

export type Found = { entry: Snapshot<unknown>; source: AnswerSource }

type Deps = { replica: Replica; memory: Memory; entries: EntryStore; ttlSeconds: number }

/** Reads entries that are not in memory from the entry store, or else from the database. */
export function createFetchEntry({ replica, memory, entries, ttlSeconds }: Deps) {
  /** Keeps the entry in memory, and in the store if it came from the database. */
  return async (key: string, fill: Fill<unknown>, by: ConfirmedBy): Promise<Found> => {
    const storedKey = `${replica.history()}:${key}`
    const text = await entries.get(storedKey)
    const stored = text === null ? null : decodeEntry(text)
    if (text !== null && stored !== null && memory.useIfFresh(stored, 'store') !== null) {
      memory.keep(key, { entry: stored, fill }, text)
      return { entry: stored, source: 'store' }
    }

    if (by === 'copy') throw databaseUnreachable()
    const entry = await fill()
    const filled = encodeEntry(entry)
    memory.keep(key, { entry, fill }, filled)
    void entries.set(storedKey, filled, ttlSeconds)
    return { entry, source: 'fill' }
  }
}
