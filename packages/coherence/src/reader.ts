import { databaseUnreachable } from './database-unreachable.js'
import { type CacheEntry, createMemory, type Fill, type Memory } from './memory.js'
import type { AnswerSource, EntryStore, Observer, Snapshot } from './ports.js'
import type { Confirmation, Replica } from './replica.js'

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
    const confirmation = confirming === undefined ? 'lease' : await confirming
    const cursor = replica.floors().cursor()

    const cached = memory.use(key)
    if (cached !== null) return { entry: cached, source: 'memory' }

    const fetchKey = `${confirmation}:${key}`
    const underway = fetches.get(fetchKey)
    if (underway !== undefined) {
      const shared = memory.useIfFresh((await underway).entry, 'flight')
      return shared && { entry: shared, source: 'flight' }
    }

    const found = await startFetch(fetchKey, fetchEntry(key, fill, confirmation))
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
    /** Does the same as `read`, but returns the whole entry. */
    get,
    /** The entries in memory, last used first. */
    cached: (): Iterable<[key: string, cached: CacheEntry]> => memory.entries(),
  }
}

export type Reader = ReturnType<typeof createReader>

type Found = { entry: Snapshot<unknown>; source: AnswerSource }

type Deps = { replica: Replica; memory: Memory; entries: EntryStore; ttlSeconds: number }

/** Reads entries that are not in memory from the entry store, or else from the database. */
function createFetchEntry({ replica, memory, entries, ttlSeconds }: Deps) {
  /** Keeps the entry in memory, and in the store if it came from the database. */
  return async (key: string, fill: Fill<unknown>, confirmation: Confirmation): Promise<Found> => {
    const storedKey = `${replica.logId()}:${key}`
    const text = await entries.get(storedKey)
    const stored = text === null ? null : decodeEntry(text)
    if (text !== null && stored !== null && memory.useIfFresh(stored, 'store') !== null) {
      memory.keep(key, { entry: stored, fill }, text)
      return { entry: stored, source: 'store' }
    }

    if (confirmation === 'log-copy') throw databaseUnreachable()
    const entry = await fill()
    const filled = encodeEntry(entry)
    memory.keep(key, { entry, fill }, filled)
    void entries.set(storedKey, filled, ttlSeconds)
    return { entry, source: 'fill' }
  }
}

/** A snapshot as text. Its value must survive JSON. */
const encodeEntry = ({ value, tags, asOf }: Snapshot<unknown>): string =>
  JSON.stringify({ value, tags, asOf })

/** @returns null for a text that is not an entry: the entry store is not trusted. */
function decodeEntry(text: string): Snapshot<unknown> | null {
  try {
    const entry = JSON.parse(text) as { value?: unknown; tags?: unknown; asOf?: unknown }
    const { value, tags, asOf } = entry
    if (typeof asOf !== 'number' || !Number.isSafeInteger(asOf)) return null
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return null
    return { value, tags, asOf }
  } catch {
    return null
  }
}
