import { assetObjects } from '@vitrine/contracts'
import type { Queryable, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler } from '../queue/job.js'
import { removeObjects, settlingSeconds } from './remove-objects.js'

type Payload = { projectId: string; assetId: string }

/**
 * Removal of an upload's objects unless its row came to be. Scheduled before the first is stored
 * and cancelled with the row, so that whatever crashes or fails in between leaves nothing behind
 * for long, and an object with a row is never removed.
 */
export const discardUpload = {
  kind: 'discard-upload',

  /** @returns the job's id. */
  schedule: async (db: Queryable, projectId: string, assetId: string): Promise<string> => {
    const payload: Payload = { projectId, assetId }
    const runAt = new Date(Date.now() + settlingSeconds * 1000)
    const job = await db.job.create({
      data: { kind: discardUpload.kind, payload, runAt },
      select: { id: true },
    })
    return job.id
  },

  /**
   * In the transaction that writes the row. A worker that has taken the job may be removing the
   * objects already, so the row must not come to be: this process stood still for too long.
   *
   * @throws AppError OVERLOADED.
   */
  cancel: async (tx: Transaction, jobId: string): Promise<void> => {
    const { count } = await tx.job.deleteMany({ where: { id: jobId, attempts: 0 } })
    if (count === 1) return
    throw new AppError('OVERLOADED', 'The upload took too long and was given up. Send it again.', {
      retryAfterSeconds: 1,
    })
  },

  handler:
    (database: Queryable, store: ObjectStore): JobHandler =>
    async (payload) => {
      const { projectId, assetId } = payload as Payload
      const kept = await database.asset.count({ where: { projectId, id: assetId } })
      if (kept > 0) return []
      const prefix = assetObjects(projectId, assetId)
      await store.removePrefix(prefix)
      return [removeObjects.onceMore(prefix)]
    },
}
