import { open } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Disk } from './cache/disk.js'
import type { Keep, Landed } from './cache/keep.js'
import type { HoldingKey } from './cache/key-index.js'
import type { Held } from './image-bytes.js'
import type { Flight } from './single-flight/in-process.js'
import type { VerifiedObjects } from './store/verified-objects.js'
import type { StoredPicture } from './stored-picture.js'
import type { Scratch } from './workspace/workspaces.js'

type Deps = {
  objects: Pick<VerifiedObjects, 'original'>
  disk: Pick<Disk, 'fits' | 'keep' | 'drop' | 'serve'>
  scratch: Scratch
  keep: Keep
}

/** Larger originals never come into memory as a whole, bytes. */
const mostInMemory = 1024 * 1024
/** Large originals that are fetched at a time: each takes room on the disk beside the cache. */
const largeAtOnce = 4

/**
 * Originals, just as they were uploaded. An original is always fetched as a whole, also for a range or
 * a HEAD: its hash can be compared only then, and no byte is sent before.
 */
export function createOriginals({ objects, disk, scratch, keep }: Deps) {
  const limit = pLimit(largeAtOnce)
  const isLarge = ({ sizeBytes }: StoredPicture): boolean => sizeBytes > mostInMemory

  /** @returns null if the store does not have it. */
  const fetchTo = <Result>(
    picture: StoredPicture,
    signal: AbortSignal,
    use: (file: { path: string; sizeBytes: number }) => Promise<Result>,
  ): Promise<Result | null> =>
    scratch.use(async ({ folder }) => {
      const path = join(folder, 'original')
      const sizeBytes = await objects.original(picture, path, signal)
      return sizeBytes === null ? null : use({ path, sizeBytes })
    })

  const fetchLarge = (picture: StoredPicture, key: HoldingKey, flight: Flight): Promise<Landed> =>
    limit(() => {
      flight.signal.throwIfAborted()
      // It is kept also if its request has timed out: the next one finds it.
      flight.commit()
      return fetchTo(picture, flight.signal, async ({ path, sizeBytes }) => {
        await disk.keep(key, path, sizeBytes)
        if (flight.isForgotten) disk.drop(key)
        return { tier: 'store', bytes: null }
      })
    })

  return {
    /** Whether the disk can have it, or it is small enough for memory: else every request fetches it. */
    isKept: (picture: StoredPicture): boolean => !isLarge(picture) || disk.fits(picture.sizeBytes),

    /** Keeps it, a large one on disk alone. */
    fetch: (picture: StoredPicture, key: HoldingKey, flight: Flight): Promise<Landed> =>
      isLarge(picture)
        ? fetchLarge(picture, key, flight)
        : fetchTo(picture, flight.signal, (file) => keep(key, file, 'store', flight)),

    /** For one request, from a file that is removed after it. */
    open: (picture: StoredPicture, signal: AbortSignal): Promise<Held | null> =>
      limit(() => {
        signal.throwIfAborted()
        return fetchTo(picture, signal, async ({ path, sizeBytes }) =>
          // An open file stays readable when its name is removed.
          disk.serve(await open(path), sizeBytes),
        )
      }),
  }
}
