import { LRUCache } from 'lru-cache'
import type { Floors } from './floors.js'
import type { AnswerSource, Observer, Snapshot } from './ports.js'

export type Fill<Value> = () => Promise<Snapshot<Value>>
/** A snapshot in memory, and how to fill it again. */
export type CacheEntry = { entry: Snapshot<unknown>; fill: Fill<unknown> }

/** Memory that an entry takes besides its text, bytes. */
const overheadBytes = 500

type Deps = { floors: () => Floors; observer: Observer; maxBytes: number }

/** Entries in this process, and the check that a cached entry passes before it is used. */
export function createMemory({ floors, observer, maxBytes }: Deps) {
  const entries = new LRUCache<string, CacheEntry>({ maxSize: maxBytes })

  /**
   * Takes a cached entry into use: raises its `asOf` to the cursor. Rules floors-in-memory,
   * floors-in-store, floors-in-flight.
   *
   * @returns null, after counting it, if a newer change has named one of its tags.
   */
  const useIfFresh = (
    entry: Snapshot<unknown>,
    source: Exclude<AnswerSource, 'fill'>,
  ): Snapshot<unknown> | null => {
    const current = floors()
    if (!current.isFresh(entry)) {
      observer.floorRejected(source)
      return null
    }
    // No change up to the cursor has named its tags: it equals one that is filled there.
    entry.asOf = Math.max(entry.asOf, current.cursor())
    return entry
  }

  return {
    useIfFresh,
    /** Takes the entry of this key into use; null if there is none, or a stale one. */
    use: (key: string): Snapshot<unknown> | null => {
      const cached = entries.get(key)
      return cached === undefined ? null : useIfFresh(cached.entry, 'memory')
    },
    /** @param text the encoded entry, for its size. */
    keep: (key: string, cached: CacheEntry, text: string): void => {
      entries.set(key, cached, { size: text.length + overheadBytes })
    },
    /** Last used first. */
    entries: (): Iterable<[key: string, cached: CacheEntry]> => entries.entries(),
  }
}

export type Memory = ReturnType<typeof createMemory>
