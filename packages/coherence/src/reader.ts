import { databaseUnreachable } from './database-unreachable.js'
import { createFetchEntry, type Found } from './fetch-entry.js'
import { type CacheEntry, createMemory, type Fill } from './memory.js'
import type { EntryStore, Observer, Snapshot } from './ports.js'
import type { Replica } from './replica.js'

type ReaderOptions = {
  replica: Replica
  entries: EntryStore
  observer: Observer
  /** How long the entry store keeps an entry. */
  ttlSeconds: number
  /** Size of the entries in this process, estimated. */
  maxBytes: number
}

/** Each attempt fails because of a change during it: more in a row do not happen in practice. */
const maxAttempts = 5

/**
 * A read-through cache that never answers from a state older than the newest change that was
 * acknowledged before the read started, on any replica and under any fault.
 *
 * Why it is right: a read is confirmed after it has arrived, so every change that was acknowledged
 * before is below the floors of the replica (see `Replica`). A cached entry, regardless of where it was
 * cached, is used only if it is fresh by these floors at the moment of use. A fill is used only if
 * it is not behind the log as it was known when the read was confirmed.
 */
export function createReader(options: ReaderOptions) {
  const { replica, entries, observer, ttlSeconds, maxBytes } = options
  const memory = createMemory({ floors: () => replica.floors(), observer, maxBytes })
  const fetchEntry = createFetchEntry({ replica, memory, entries, ttlSeconds })
  /** The fetches under way, by what confirmed them and key. */
  const fetches = new Map<string, Promise<Found>>()

  const startFetch = (fetchKey: string, fetching: Promise<Found>): Promise<Found> => {
    const started = fetching.finally(() => fetches.delete(fetchKey))
    fetches.set(fetchKey, started)
    return started
  }

  /** One attempt; null if a change during it made the result stale. */
  const attempt = async (key: string, fill: Fill<unknown>): Promise<Found | null> => {
    const confirming = replica.confirm()
    const by = confirming === undefined ? 'lease' : await confirming
    const cursor = replica.floors().cursor()

    const cached = memory.use(key)
    if (cached !== null) return { entry: cached, source: 'memory' }

    const fetchKey = `${by}:${key}`
    const underway = fetches.get(fetchKey)
    if (underway !== undefined) {
      const shared = memory.useIfFresh((await underway).entry, 'flight')
      return shared && { entry: shared, source: 'flight' }
    }

    const found = await startFetch(fetchKey, fetchEntry(key, fill, by))
    // Rule fill-not-behind: the database may lag behind the log, or have been replaced.
    const isBehind = found.source === 'fill' && found.entry.asOf < cursor
    if (!isBehind) return found
    observer.floorRejected('fill')
    return null
  }

  const get = async (key: string, fill: Fill<unknown>): Promise<Snapshot<unknown>> => {
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      const found = await attempt(key, fill)
      if (found === null) continue
      observer.answered(found.source)
      return found.entry
    }
    throw databaseUnreachable()
  }

  return {
    /**
     * The value of a key: cached, or else filled. It is returned at once if it is in memory and the lease
     * confirms it. Values are shared, so callers must not change them, and they must survive JSON. Absence
     * is a value like any other.
     *
     * @param fill reads the value, its tags and the log's head from one snapshot of the database.
     * @throws AppError DATABASE_UNAVAILABLE, and what `fill` throws: always as a rejection.
     */
    read: <Value>(key: string, fill: Fill<Value>): Value | Promise<Value> => {
      const entry = replica.isConfirmed() ? memory.use(key) : null
      if (entry === null) return get(key, fill).then(({ value }) => value as Value)
      observer.answered('memory')
      return entry.value as Value
    },
    /** As `read`, with the tags and `asOf` of the entry. */
    get,
    /** The entries in memory, last used first. */
    cached: (): Iterable<[key: string, cached: CacheEntry]> => memory.entries(),
  }
}

export type Reader = ReturnType<typeof createReader>
