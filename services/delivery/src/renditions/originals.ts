import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { originalObject } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import type { ObjectStore } from '@vitrine/object-store'
import type { Flight } from './flights.js'
import type { Held } from './held.js'
import type { HoldingKey } from './holdings.js'
import type { Meters } from './meters.js'
import type { StoredPicture } from './picture.js'
import type { Scratch } from './scratch.js'
import type { Keep, Landed } from './tiers.js'

type Deps = {
  store: ObjectStore
  scratch: Scratch
  keep: Keep
  meters: Pick<Meters, 'answered'>
  /** Throws why an original is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
}

/** Larger originals are streamed from the store, unless they are on disk, bytes. */
const maxKeptOriginal = 1024 * 1024

const firstByte = { start: 0, end: 0 }

/** Originals as they are in the object store. */
export function createOriginals({ store, scratch, keep, meters, explainMissing }: Deps) {
  return {
    isStreamed: ({ sizeBytes }: StoredPicture): boolean => sizeBytes > maxKeptOriginal,

    /** @returns null if the store does not have it. */
    fetch: (picture: StoredPicture, key: HoldingKey, flight: Flight): Promise<Landed> =>
      scratch.use(async ({ folder }) => {
        const path = join(folder, 'original')
        const sizeBytes = await store.download(objectOf(picture), path, flight.signal)
        return sizeBytes === null ? null : keep(key, { path, sizeBytes }, 'store', flight)
      }),

    /** Its bytes go straight from the store to the client. */
    stream: (picture: StoredPicture): Held => ({
      sizeBytes: picture.sizeBytes,
      read: async (range) => {
        const opened = await store.open(objectOf(picture), range)
        if (opened === null) return explainMissing(picture)
        meters.answered('store')
        return opened
      },
      discard: () => undefined,
    }),

    /**
     * Resolves if the store has it, or is out of reach: what a HEAD says is known without it.
     *
     * @throws what `explainMissing` throws.
     */
    confirm: async (picture: StoredPicture): Promise<void> => {
      try {
        const opened = await store.open(objectOf(picture), firstByte)
        if (opened !== null) return await finished(opened.resume())
      } catch (error) {
        if (error instanceof AppError && error.code === 'STORE_UNAVAILABLE') return
        throw error
      }
      await explainMissing(picture)
    },
  }
}

const objectOf = ({ projectId, assetId }: StoredPicture): string =>
  originalObject(projectId, assetId)
