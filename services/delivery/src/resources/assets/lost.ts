import { type FileKey, originalObject } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { Metrics } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import { createLogOnce, type RefusedObjects } from '../../refused-objects.js'
import type { AssetRepository } from './repository.js'

type Deps = {
  assets: Pick<AssetRepository, 'find'>
  store: Pick<ObjectStore, 'ping'>
  log: { error(fields: Readonly<Record<string, string>>, message: string): void }
  metrics: Metrics
  refused: Pick<RefusedObjects, 'add'>
  nowMs: () => number
}

type StoredFile = { projectId: string; assetId: string; fileKey: FileKey; isMark?: boolean }

export const assetNotFound = () => new AppError('ASSET_NOT_FOUND', 'There is no such image.')

/**
 * The original, or that of its mark, is missing because another file has taken its place: the asset has to be looked up
 * again.
 */
export class FileReplaced extends AppError {
  constructor() {
    super('OVERLOADED', 'The file of this image has just been replaced. Try again.', {
      retryAfterSeconds: 1,
    })
  }
}

/** Assets that have a row, but whose original is missing from the bucket, or is not the uploaded one. */
export function createLostAssets({ assets, store, log, metrics, refused, nowMs }: Deps) {
  const once = createLogOnce(nowMs)
  let lost = 0
  metrics.counter({
    name: 'assets_lost_total',
    help: 'Requests for an asset whose original the bucket does not have.',
    read: () => lost,
  })

  /**
   * A delete or a replacement changes the row first and then removes the objects. This replica may not have
   * seen the change yet, so the database is read.
   */
  const requireRow = async (file: StoredFile): Promise<void> => {
    const { projectId, assetId, fileKey, isMark = false } = file
    const { value } = await assets.find(projectId, assetId)
    // A mark can only be deleted after it has been replaced or switched off.
    if (value === null && !isMark) throw assetNotFound()
    if (value?.fileKey !== fileKey) throw new FileReplaced()
  }

  const nameOf = ({ isMark = false }: StoredFile): string =>
    isMark ? 'the watermark of this project' : 'this image'

  return {
    /**
     * Throws the reason why the store does not have an original.
     *
     * @throws AppError ASSET_NOT_FOUND if the asset has been deleted, FileReplaced, STORE_UNAVAILABLE if the
     *   bucket is missing, DATABASE_UNAVAILABLE; else ASSET_LOST.
     */
    explainMissing: async (file: StoredFile): Promise<never> => {
      const { projectId, assetId } = file
      await requireRow(file)
      await store.ping().catch((cause) => {
        throw storeUnavailable(cause)
      })
      lost += 1
      once(assetId, () =>
        log.error({ projectId, assetId }, 'the bucket does not have the original of an asset'),
      )
      throw new AppError(
        'ASSET_LOST',
        `The file of ${nameOf(file)} is missing from the object store.`,
      )
    },

    /**
     * Rejects an original whose bytes are not those that were uploaded.
     *
     * @throws AppError ASSET_NOT_FOUND if the asset has been deleted, FileReplaced, DATABASE_UNAVAILABLE;
     *   else ASSET_LOST.
     */
    explainWrong: async (file: StoredFile): Promise<never> => {
      const { projectId, assetId, fileKey } = file
      await requireRow(file)
      refused.add('original', originalObject(projectId, assetId, fileKey))
      throw new AppError(
        'ASSET_LOST',
        `The file of ${nameOf(file)} in the object store is not the one that was uploaded.`,
      )
    },
  }
}

/** The message of the client library may name the bucket, which the public must not learn. */
const storeUnavailable = (cause: unknown) =>
  new AppError('STORE_UNAVAILABLE', 'The object store is out of reach. Try again.', {
    retryAfterSeconds: 1,
    cause,
  })
