import { type ObjectChecksums, renditionObject, renditionObjects } from '@vitrine/contracts'
import { type Plan, recipe } from '@vitrine/imaging'
import { isStoreError, type ObjectStore, sha256Of } from '@vitrine/object-store'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { StoredPicture } from '../stored-picture.js'
import { embedRenditions, isForEmbed, surplus } from './surplus.js'
import type { VerifiedObjects } from './verified-objects.js'

type Options = {
  store: ObjectStore
  objects: Pick<VerifiedObjects, 'rendition'>
  checksums: Pick<ObjectChecksums, 'metadataOf'>
  /**
   * How many renditions of one asset are kept, besides those that the embed asks for: by each replica, if
   * several make them at the same time.
   */
  perAsset: number
  warn: (error: unknown) => void
}

/** A file that is to be stored; it must stay until then. */
type File = { path: string; sizeBytes: number }

/** Puts at once, and those that may wait; beyond, a rendition is not stored. */
const atOnce = 2
const mostWaiting = 64
/** Assets of which it is known how many renditions they have. */
const maxRooms = 10_000
/** Of an asset that has as many as it may. */
const keptShare = 0.75
/**
 * A process that stood still for longer can't store any more. Objects of a deleted asset are
 * removed a second time after longer than that.
 */
const signedForSeconds = 60

/** Renditions in the object store, which every replica has in common. */
export function createStored({ store, objects, checksums, perAsset, warn }: Options) {
  const limit = pLimit(atOnce)
  const underWay = new Set<Promise<void>>()
  let isClosed = false

  /** How many more of an asset fit before it has to be looked at; other replicas store some, too. */
  const rooms = new LRUCache<string, number>({ max: maxRooms })

  const makeRoom = async (picture: StoredPicture): Promise<void> => {
    const { projectId, assetId } = picture
    const room = rooms.get(assetId) ?? 0
    if (room > 0) {
      rooms.set(assetId, room - 1)
      return
    }
    const isPinned = embedRenditions(picture)
    const listed = await store.list(renditionObjects(projectId, assetId))
    const others = listed.filter(({ key }) => !isPinned.has(key))
    // One more is about to come; and room for some is made at once, for a list is dear.
    const isFull = others.length > perAsset - 1
    const keys = isFull ? surplus(others, Math.floor(keptShare * (perAsset - 1))) : []
    if (keys.length > 0) await store.remove(keys)
    rooms.set(assetId, perAsset - 1 - (others.length - keys.length))
  }

  return {
    /**
     * Copies a rendition into a file.
     *
     * @returns its size, bytes, or null when it is not stored, or not by us, or the store is out of reach.
     */
    find: async (picture: StoredPicture, plan: Plan, path: string, signal: AbortSignal) => {
      try {
        return await objects.rendition(objectOf(picture, plan), path, signal)
      } catch (error) {
        // Perhaps it can be made without the store.
        if (isStoreError(error)) return null
        throw error
      }
    },
    /**
     * Permission to store a rendition, taken out while its asset is known to be there.
     *
     * @returns stores it, in its turn. What is not stored now is made again another time.
     */
    prepare: async (picture: StoredPicture, plan: Plan) => {
      const key = objectOf(picture, plan)
      const upload = await store.signUpload(key, signedForSeconds)
      const put = async (file: File): Promise<void> => {
        try {
          if (!isForEmbed(picture.source, plan)) await makeRoom(picture)
          const { contentType } = plan
          const sha256 = await sha256Of(file.path)
          const metadata = checksums.metadataOf({ key, contentType, sha256 })
          await upload({ ...file, contentType, sha256, metadata })
        } catch (error) {
          warn(error)
        }
      }
      return async (file: File, isWanted: () => boolean): Promise<void> => {
        if (limit.pendingCount >= mostWaiting) return
        const storing = limit(async () => {
          if (!isClosed && isWanted()) await put(file)
        })
        underWay.add(storing)
        await storing
        underWay.delete(storing)
      }
    },
    /** Stores what has been begun, and nothing more. */
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all(underWay)
    },
  }
}

export type Stored = ReturnType<typeof createStored>

const objectOf = ({ projectId, assetId }: StoredPicture, plan: Plan): string =>
  renditionObject(projectId, assetId, recipe, plan.key)
