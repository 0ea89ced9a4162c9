import { open } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { CachedImage, CacheImage, File } from './cache/cache-image.js'
import type { Disk } from './cache/disk.js'
import type { ImageKey, StoredPicture } from './image.js'
import type { ImageBytes } from './image-bytes.js'
import type { Flight } from './single-flight/in-process.js'
import type { VerifiedObjects } from './store/verified-objects.js'
import type { Workspaces } from './workspaces.js'

type Deps = {
  objects: Pick<VerifiedObjects, 'original'>
  disk: Pick<Disk, 'fits' | 'keep' | 'drop' | 'serve'>
  workspaces: Workspaces
  cacheImage: CacheImage
}

/** Larger originals are never in memory as a whole, bytes. */
const maxBytesInMemory = 1024 * 1024
/** Maximum number of concurrent fetches of large originals: each takes disk space outside the cache. */
const maxLargeFetches = 4

/**
 * Originals as they were uploaded. An original is always fetched completely, even for a range or a HEAD
 * request: its hash must be verified before any byte is sent.
 */
export function createOriginals({ objects, disk, workspaces, cacheImage }: Deps) {
  const limit = pLimit(maxLargeFetches)
  const isLarge = ({ sizeBytes }: StoredPicture): boolean => sizeBytes > maxBytesInMemory

  /** @returns null if the store does not have the original. */
  const download = <Result>(
    picture: StoredPicture,
    signal: AbortSignal,
    use: (file: File) => Promise<Result>,
  ): Promise<Result | null> =>
    workspaces.use(async ({ folder }) => {
      const path = join(folder, 'original')
      const sizeBytes = await objects.original(picture, path, signal)
      return sizeBytes === null ? null : use({ path, sizeBytes })
    })

  const fetchLarge = (picture: StoredPicture, key: ImageKey, flight: Flight) =>
    limit(() => {
      flight.signal.throwIfAborted()
      // Cached for the next request, even if this one has timed out.
      flight.commit()
      return download<CachedImage>(picture, flight.signal, async ({ path, sizeBytes }) => {
        await disk.keep(key, path, sizeBytes)
        if (flight.isForgotten) disk.drop(key)
        return { tier: 'store', bytes: null }
      })
    })

  return {
    /** Whether the original fits into memory or on disk. If not, each request fetches it. */
    canCache: (picture: StoredPicture): boolean =>
      !isLarge(picture) || disk.fits(picture.sizeBytes),

    /** Fetches and caches it; a large one on disk only. @returns null if the store does not have it. */
    fetch: (picture: StoredPicture, key: ImageKey, flight: Flight): Promise<CachedImage | null> =>
      isLarge(picture)
        ? fetchLarge(picture, key, flight)
        : download(picture, flight.signal, (file) => cacheImage(key, file, 'store', flight)),

    /** Fetches it for one request, without caching. @returns null if the store does not have it. */
    openUncached: (picture: StoredPicture, signal: AbortSignal): Promise<ImageBytes | null> =>
      limit(() => {
        signal.throwIfAborted()
        return download(picture, signal, async ({ path, sizeBytes }) =>
          // The open file stays readable when the workspace is removed.
          disk.serve(await open(path), sizeBytes),
        )
      }),
  }
}
