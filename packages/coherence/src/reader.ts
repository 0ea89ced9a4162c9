import { decodeChange } from '@vitrine/contracts'
import { createBatch } from './batch.js'
import { decodeEntry, encodeEntry } from './entries.js'
import { createFloors, type Floors } from './floors.js'
import type { Bus, ChangeLog, EntryStore, Snapshot } from './ports.js'

export type ReaderOptions = {
  log: ChangeLog
  entries: EntryStore
  bus: Bus
  /** How long the entry store keeps an answer. */
  ttlSeconds: number
  /** Most tags remembered one by one: beyond, everything kept is filled anew. */
  maxFloors?: number
}

/** Pulled at most per confirmation; a replica further behind starts over at the head. */
const maxPull = 1000

/**
 * A read-through cache that never answers from a state older than the newest change that was
 * committed before the request started, on any replica, whatever Redis does.
 *
 * Why it is right: a read first confirms the log's head in Postgres, by a query that starts after
 * the read did, and raises the floors up to it. A kept answer is used only above the floors of
 * all its tags (rule F), a fresh one was filled after the confirmation. So both reflect every
 * change committed before the read started. Redis keeps answers and brings news early; if it
 * loses, delays or resurrects them, floors refuse what is old. Without Postgres nothing is
 * answered: the error goes to the caller.
 */
export function createReader(options: ReaderOptions) {
  const { log, entries, bus, ttlSeconds, maxFloors = 100_000 } = options
  const flights = new Map<string, Promise<Snapshot<unknown>>>()
  let floors: Floors | undefined

  const confirm = createBatch(async () => {
    const after = floors?.cursor() ?? 0n
    const { head, changes } = await log.since(after, floors === undefined ? 0 : maxPull)
    floors ??= createFloors(head, maxFloors)
    for (const change of changes) {
      // News may have come by the bus in the meantime.
      if (change.seq > floors.cursor()) floors.apply(change)
    }
    // Further behind than one pull, or the log was pruned below the cursor.
    if (floors.cursor() < head) floors.restart(head)
  })

  bus.subscribe((message) => {
    const change = decodeChange(message)
    if (change !== null) floors?.apply(change)
  })

  const isFresh = (entry: Snapshot<unknown>): boolean => floors?.allow(entry) === true

  const fly = <Value>(key: string, fill: () => Promise<Snapshot<Value>>) => {
    const flight = fill().finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    flights.set(key, flight)
    return flight
  }

  /** An answer that another request is getting, if it turns out to be fresh enough for this one. */
  const joined = async (key: string): Promise<Snapshot<unknown> | null> => {
    const flight = flights.get(key)
    if (flight === undefined) return null
    // Its failure is answered by whoever started it; this request then tries for itself.
    const entry = await flight.catch(() => null)
    return entry !== null && isFresh(entry) ? entry : null
  }

  return {
    /**
     * The value under a key: kept, or else filled. `fill` takes the value, its tags and the log's
     * head from one snapshot of the database. Absence is a value like any other.
     *
     * @throws what the log or `fill` throws.
     */
    read: async <Value>(key: string, fill: () => Promise<Snapshot<Value>>): Promise<Value> => {
      await confirm()
      const text = await entries.get(key)
      const kept = text === null ? null : decodeEntry<Value>(text)
      if (kept !== null && isFresh(kept)) return kept.value

      const other = await joined(key)
      if (other !== null) return other.value as Value

      const filled = await fly(key, fill)
      if (isFresh(filled)) void entries.set(key, encodeEntry(filled), ttlSeconds)
      return filled.value
    },
  }
}

export type Reader = ReturnType<typeof createReader>
