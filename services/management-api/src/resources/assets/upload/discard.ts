import { assetObjects, fileObjects } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import type { Queryable, Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler } from '../../../queue/job.js'
import { jobRepository } from '../../../queue/repository.js'
import { removeObjects, settlingSeconds } from '../../../removal/remove-objects.js'
import { removalRepository } from '../../../removal/repository.js'

type Upload = { projectId: string; assetId: string }
type File = Upload & { fileKey: string }

/**
 * Removes the objects of an upload that has no row. The job is created before the first object is stored,
 * and cancelled in the transaction that creates the row. So an upload that crashes or fails leaves nothing
 * behind, and an object with a row is never removed.
 */
export const discardUpload = {
  kind: 'discard-upload',

  /** @returns the job's id. */
  schedule: (db: Queryable, projectId: string, assetId: string): Promise<string> =>
    jobRepository(db).create({
      kind: discardUpload.kind,
      payload: { projectId, assetId } satisfies Upload,
      delayMs: settlingSeconds * 1000,
    }),

  /**
   * Call it in the transaction that creates the row. If a worker has taken the job, it may be removing the
   * objects. Then this process was suspended for too long, and the row must not be created.
   *
   * @throws AppError OVERLOADED.
   */
  cancel: async (tx: Transaction, jobId: string): Promise<void> => {
    if (await jobRepository(tx).cancel(jobId)) return
    throw new AppError('OVERLOADED', 'The upload took too long and was given up. Send it again.', {
      retryAfterSeconds: 1,
    })
  },

  handler:
    (database: Queryable, store: ObjectStore): JobHandler =>
    async (payload) => {
      const { projectId, assetId } = payload as Upload
      if (await removalRepository(database).hasAsset(projectId, assetId)) return []
      const prefix = assetObjects(projectId, assetId)
      await store.removePrefix(prefix)
      return [removeObjects.onceMore(prefix)]
    },
}

/**
 * Removes the objects of a file that was to replace another one, if the asset does not have it. It has a kind of its own, because the release before this one would look for the asset alone.
 * `discardUpload.cancel` cancels it, too.
 */
export const discardFile = {
  kind: 'discard-file',

  /** @returns the job's id. */
  schedule: (db: Queryable, payload: File): Promise<string> =>
    jobRepository(db).create({
      kind: discardFile.kind,
      payload,
      delayMs: settlingSeconds * 1000,
    }),

  handler:
    (database: Queryable, store: ObjectStore): JobHandler =>
    async (payload) => {
      const { projectId, assetId, fileKey } = payload as File
      if (await removalRepository(database).hasFile(projectId, assetId, fileKey)) return []
      const prefixes = fileObjects(projectId, assetId, fileKey)
      await Promise.all(prefixes.map((prefix) => store.removePrefix(prefix)))
      return prefixes.map(removeObjects.onceMore)
    },
}
