import { AppError } from '@vitrine/errors'
import { LRUCache } from 'lru-cache'
import { decodeEntry, encodeEntry } from './entries.js'
import type { EntryStore, Observer, Snapshot, Source } from './ports.js'
import type { Replica } from './replica.js'

export type ReaderOptions = {
  replica: Replica
  entries: EntryStore
  observer: Observer
  /** How long the entry store keeps an answer. */
  ttlSeconds: number
  /** Of answers kept in the process, roughly. */
  maxBytes: number
}

type Fill<Value> = () => Promise<Snapshot<Value>>
/** What is kept in the process, with the way to get it anew. */
type Kept = { entry: Snapshot<unknown>; fill: Fill<unknown> }

/** Each time because of a change that came in between: more in a row is unheard of. */
const maxAttempts = 5
/** What an entry takes besides its text, bytes. */
const overheadBytes = 500

/**
 * A read-through cache that never answers from a state older than the newest change that was
 * acknowledged before the read started, on any replica, whatever fails.
 *
 * Why it is right: a read is confirmed after it has arrived, so every change acknowledged before is
 * below the replica's floors (see `createReplica`). What was kept, by whomever and however it got
 * here, is used only above the floors of all its tags, judged at the moment of use (rule F); what
 * is filled must not be behind the log as it was known when the read was confirmed.
 */
export function createReader(options: ReaderOptions) {
  const { replica, entries, observer, ttlSeconds, maxBytes } = options
  const memory = new LRUCache<string, Kept>({ maxSize: maxBytes })
  const flights = new Map<string, Promise<Landed>>()

  const isAllowed = (entry: Snapshot<unknown>, source: Exclude<Source, 'fill'>): boolean => {
    const floors = replica.floors()
    if (!floors.allow(entry)) {
      observer.floorRejected(source)
      return false
    }
    // Nothing up to the cursor named its tags: it is as good as one that was filled there.
    entry.asOf = Math.max(entry.asOf, floors.cursor())
    return true
  }

  const keep = (key: string, kept: Kept, text: string): void => {
    memory.set(key, kept, { size: text.length + overheadBytes })
  }

  /** From the store, or else from the database, and from then on in memory. */
  const fetch = async (key: string, fill: Fill<unknown>, by: ConfirmedBy): Promise<Landed> => {
    const storedKey = `${replica.history()}:${key}`
    const text = await entries.get(storedKey)
    const stored = text === null ? null : decodeEntry(text)
    if (text !== null && stored !== null && isAllowed(stored, 'store')) {
      keep(key, { entry: stored, fill }, text)
      return { entry: stored, source: 'store' }
    }
    if (by === 'copy') throw outOfReach()
    const entry = await fill()
    const filled = encodeEntry(entry)
    keep(key, { entry, fill }, filled)
    void entries.set(storedKey, filled, ttlSeconds)
    return { entry, source: 'fill' }
  }

  const launch = (flightKey: string, fetching: Promise<Landed>): Promise<Landed> => {
    const flight = fetching.finally(() => flights.delete(flightKey))
    flights.set(flightKey, flight)
    return flight
  }

  /** What is kept in the process and may be given. Ask when the read was confirmed. */
  const fromMemory = (key: string): Snapshot<unknown> | null => {
    const kept = memory.get(key)
    return kept !== undefined && isAllowed(kept.entry, 'memory') ? kept.entry : null
  }

  /** One try; null when a change came in between. */
  const attempt = async (key: string, fill: Fill<unknown>): Promise<Landed | null> => {
    const confirming = replica.confirm()
    const by = confirming === undefined ? 'lease' : await confirming
    const cursor = replica.floors().cursor()
    const kept = fromMemory(key)
    if (kept !== null) return { entry: kept, source: 'memory' }
    const flightKey = `${by}:${key}`
    const flight = flights.get(flightKey)
    if (flight !== undefined) {
      const { entry } = await flight
      return isAllowed(entry, 'flight') ? { entry, source: 'flight' } : null
    }
    const landed = await launch(flightKey, fetch(key, fill, by))
    // A database that lags behind the log, or one that another has replaced, says too little.
    const isBehind = landed.source === 'fill' && landed.entry.asOf < cursor
    if (!isBehind) return landed
    observer.floorRejected('fill')
    return null
  }

  const get = async (key: string, fill: Fill<unknown>): Promise<Snapshot<unknown>> => {
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      const landed = await attempt(key, fill)
      if (landed === null) continue
      observer.answered(landed.source)
      return landed.entry
    }
    throw outOfReach()
  }

  return {
    /**
     * The value under a key: kept, or else filled. Values are shared and must survive JSON: nobody
     * changes one. Absence is a value like any other.
     *
     * @param fill takes the value, its tags and the log's head from one snapshot of the database.
     * @throws AppError DATABASE_UNAVAILABLE, and what `fill` throws.
     */
    read: async <Value>(key: string, fill: Fill<Value>): Promise<Value> =>
      (await get(key, fill)).value as Value,
    /**
     * What `read` would answer, if it could at once: kept in the process, and confirmed by the lease.
     * undefined: ask `read`.
     */
    peek: <Value>(key: string): Value | undefined => {
      if (!replica.isConfirmed()) return undefined
      const entry = fromMemory(key)
      if (entry === null) return undefined
      observer.answered('memory')
      return entry.value as Value
    },
    /** As `read`, with what is known of the answer. */
    get,
    /** What is kept in the process, used last first. */
    kept: (): Iterable<[key: string, kept: Kept]> => memory.entries(),
  }
}

export type Reader = ReturnType<typeof createReader>

type ConfirmedBy = 'lease' | 'copy'
type Landed = { entry: Snapshot<unknown>; source: Source }

const outOfReach = () =>
  new AppError('DATABASE_UNAVAILABLE', 'The database is out of reach. Try again.', {
    retryAfterSeconds: 1,
  })
