import { type ObjectChecksums, renditionObject, renditionObjects } from '@vitrine/contracts'
import { type Plan, recipe } from '@vitrine/imaging'
import { isStoreError, type ObjectStore, sha256Of } from '@vitrine/object-store'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { File } from '../cache/cache-image.js'
import type { StoredPicture } from '../image.js'
import { embedRenditions, isForEmbed, surplus } from './surplus.js'
import type { VerifiedObjects } from './verified-objects.js'

type Options = {
  store: ObjectStore
  objects: Pick<VerifiedObjects, 'rendition'>
  checksums: Pick<ObjectChecksums, 'metadataOf'>
  /**
   * How many renditions of one asset are stored, in addition to those that the embed requests. Replicas
   * that store concurrently may exceed it.
   */
  perAsset: number
  warn: (error: unknown) => void
}

/** Uploads a file if `isWanted` still returns true when its turn comes. The file must exist until then. */
export type Upload = (file: File, isWanted: () => boolean) => Promise<void>

const maxUploads = 2
/** Maximum number of queued uploads. Further renditions are not stored and have to be rendered again. */
const maxWaitingUploads = 64
/** Maximum number of assets whose count of stored renditions is cached. */
const maxRememberedAssets = 10_000
/** The share of renditions that is kept when an asset has reached its limit. */
const keptShare = 0.75
/**
 * A process that was suspended for longer than this can no longer store objects. The objects of a deleted
 * asset are removed a second time after a longer delay.
 */
const signedForSeconds = 60

/** Renditions in the object store, shared by all replicas. */
export function createRenditionStore(options: Options) {
  const { store, objects, checksums, perAsset, warn } = options
  const limit = pLimit(maxUploads)
  const underWay = new Set<Promise<void>>()
  let isClosed = false
  /**
   * How many more renditions of an asset fit before its objects are listed again. Other replicas store
   * renditions, too.
   */
  const freePlaces = new LRUCache<string, number>({ max: maxRememberedAssets })

  const removeSurplus = async (picture: StoredPicture): Promise<void> => {
    const { projectId, assetId, fileKey } = picture
    const file = fileKey ?? assetId
    const free = freePlaces.get(file) ?? 0
    if (free > 0) {
      freePlaces.set(file, free - 1)
      return
    }
    const isPinned = embedRenditions(picture)
    const listed = await store.list(renditionObjects(projectId, assetId, fileKey))
    const others = listed.filter(({ key }) => !isPinned.has(key))
    // One more is about to be stored. Several are removed at once, as listing is expensive.
    const isFull = others.length > perAsset - 1
    const keys = isFull ? surplus(others, Math.floor(keptShare * (perAsset - 1))) : []
    if (keys.length > 0) await store.remove(keys)
    freePlaces.set(file, perAsset - 1 - (others.length - keys.length))
  }

  return {
    /**
     * Downloads a rendition into a file.
     *
     * @returns its size in bytes; null if it is not stored, was not stored by a replica, or the store is
     *   out of reach.
     */
    download: async (picture: StoredPicture, plan: Plan, path: string, signal: AbortSignal) => {
      try {
        return await objects.rendition(objectOf(picture, plan), path, signal)
      } catch (error) {
        // The input may be on disk, so that it can be rendered without the store.
        if (isStoreError(error)) return null
        throw error
      }
    },

    /** Signs an upload. Call it while the asset is known to exist: it expires soon after. */
    prepareUpload: async (picture: StoredPicture, plan: Plan): Promise<Upload> => {
      const key = objectOf(picture, plan)
      const signed = await store.signUpload(key, signedForSeconds)
      const upload = async (file: File): Promise<void> => {
        try {
          if (!isForEmbed(picture, plan)) await removeSurplus(picture)
          const { contentType } = plan
          const sha256 = await sha256Of(file.bytes ?? file.path)
          const metadata = checksums.metadataOf({ key, contentType, sha256 })
          await signed({ ...file, contentType, sha256, metadata })
        } catch (error) {
          warn(error)
        }
      }
      return async (file, isWanted) => {
        if (limit.pendingCount >= maxWaitingUploads) return
        const uploading = limit(async () => {
          if (!isClosed && isWanted()) await upload(file)
        })
        underWay.add(uploading)
        await uploading
        underWay.delete(uploading)
      }
    },

    /** Waits for running uploads and drops queued ones. */
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all(underWay)
    },
  }
}

export type RenditionStore = ReturnType<typeof createRenditionStore>

const objectOf = ({ projectId, assetId, fileKey }: StoredPicture, plan: Plan): string =>
  renditionObject(projectId, assetId, recipe, plan.key, fileKey)
