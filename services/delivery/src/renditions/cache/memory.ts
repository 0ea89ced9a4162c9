import { LRUCache } from 'lru-cache'
import { createHoldings, type HoldingKey } from './key-index.js'
import { ownPages } from './pages.js'

/** What an entry takes besides its bytes, about. */
const overheadBytes = 500

/** In less, pages of their own would be wasted, bytes. */
const worthPages = 16 * 1024
/** Of the 65,530 that Linux lets a process have. */
const mostMappings = 16_000

/** The bytes that were asked for last, in this process. At most `maxBytes` of them. */
export function createMemory({ maxBytes }: { maxBytes: number }) {
  const holdings = createHoldings()
  const leastMapped = Math.max(worthPages, maxBytes / mostMappings)
  const entries = new LRUCache<HoldingKey, Buffer>({
    // 0 would mean: without a bound. Nothing is as small as 1.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (bytes) => bytes.length + overheadBytes,
    dispose: (_bytes, key) => holdings.remove(key),
  })

  return {
    /** Room for bytes that are to be kept. */
    allocate: (sizeBytes: number): Buffer =>
      sizeBytes < leastMapped ? Buffer.allocUnsafeSlow(sizeBytes) : ownPages(sizeBytes),
    get: (key: HoldingKey): Buffer | undefined => entries.get(key),
    keep: (key: HoldingKey, bytes: Buffer): void => {
      entries.set(key, bytes)
      if (entries.has(key)) holdings.add(key)
    },
    /** @param id of an asset or a project. */
    forget: (id: string): void => {
      for (const key of holdings.of(id)) entries.delete(key)
    },
    /** Lets go of what can be had from elsewhere. */
    drop: (isElsewhere: (key: HoldingKey) => boolean): void => {
      for (const key of [...entries.keys()].filter(isElsewhere)) entries.delete(key)
    },
    sizeBytes: (): number => entries.calculatedSize,
  }
}

export type Memory = ReturnType<typeof createMemory>
