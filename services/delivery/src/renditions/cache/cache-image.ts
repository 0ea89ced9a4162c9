import type { ImageKey } from '../image.js'
import type { Tier } from '../metrics.js'
import type { Flight } from '../single-flight/in-process.js'
import type { Disk } from './disk.js'
import { readInto } from './files.js'
import type { Memory } from './memory.js'

/** `bytes`: its content, if it is in memory anyway. */
export type File = { path: string; sizeBytes: number; bytes?: Buffer | undefined }

/** A cached image, and the tier that it came from. `bytes` is null if it is only on disk. */
export type CachedImage = { tier: Tier; bytes: Buffer | null }

type Deps = { memory: Memory; disk: Disk }

/** Larger images are cached on disk only, bytes. */
export const maxInMemory = 256 * 1024

export const createCacheImage =
  ({ memory, disk }: Deps) =>
  async (key: ImageKey, file: File, tier: Tier, flight: Flight): Promise<CachedImage> => {
    const read = () => readInto(memory.allocate(file.sizeBytes), file.path)
    const bytes = file.sizeBytes <= maxInMemory ? await read() : null
    const isOnDisk = await disk.keep(key, file.path, file.sizeBytes)
    // If the asset was deleted during the fetch, its bytes are sent but not cached.
    if (flight.isForgotten) disk.drop(key)
    else if (bytes) memory.keep(key, bytes)
    return { tier, bytes: bytes ?? (isOnDisk && !flight.isForgotten ? null : await read()) }
  }

export type CacheImage = ReturnType<typeof createCacheImage>
