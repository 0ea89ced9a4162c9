import { LRUCache } from 'lru-cache'
import type { ImageKey } from '../image.js'
import { ownPages } from './buffers.js'
import { KeyIndex } from './key-index.js'

/** The approximate overhead of an entry, bytes. */
const overheadBytes = 500

/** Below this size, dedicated pages would waste more memory than they release, bytes. */
const leastOwnPages = 16 * 1024
/** The part of the 65,530 memory mappings that Linux allows a process. */
const maxMappings = 16_000

/** The memory cache: the most recently requested images, at most `maxBytes`. */
export function createMemory({ maxBytes }: { maxBytes: number }) {
  const keys = new KeyIndex()
  const leastMapped = Math.max(leastOwnPages, maxBytes / maxMappings)
  const entries = new LRUCache<ImageKey, Buffer>({
    // 0 would mean no limit. With 1 nothing fits, because every entry has an overhead.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (bytes) => bytes.length + overheadBytes,
    dispose: (_bytes, key) => keys.remove(key),
  })

  return {
    allocate: (sizeBytes: number): Buffer =>
      sizeBytes < leastMapped ? Buffer.allocUnsafeSlow(sizeBytes) : ownPages(sizeBytes),
    get: (key: ImageKey): Buffer | undefined => entries.get(key),
    keep: (key: ImageKey, bytes: Buffer): void => {
      entries.set(key, bytes)
      if (entries.has(key)) keys.add(key)
    },
    /** @param id of an asset or a project. */
    forget: (id: string): void => {
      for (const key of keys.of(id)) entries.delete(key)
    },
    /** Removes every entry that another tier has as well. */
    release: (isElsewhere: (key: ImageKey) => boolean): void => {
      for (const key of [...entries.keys()].filter(isElsewhere)) entries.delete(key)
    },
    sizeBytes: (): number => entries.calculatedSize,
  }
}

export type Memory = ReturnType<typeof createMemory>
