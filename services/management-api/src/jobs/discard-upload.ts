import { assetObjects } from '@vitrine/contracts'
import type { Database, Queryable, Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'

type Payload = { projectId: string; assetId: string }

/** Long enough for any upload that has arrived to be stored and told of. */
const graceSeconds = 15 * 60

/**
 * Removal of an upload's object unless its row came to be. Scheduled before the object is stored
 * and cancelled with the row, so that whatever crashes or fails in between leaves nothing behind
 * for longer than the grace time, and an object with a row is never removed.
 */
export const discardUpload = {
  kind: 'discard-upload',

  /** @returns the job's id. */
  schedule: async (db: Queryable, projectId: string, assetId: string): Promise<string> => {
    const payload: Payload = { projectId, assetId }
    const runAt = new Date(Date.now() + graceSeconds * 1000)
    const job = await db.job.create({
      data: { kind: discardUpload.kind, payload, runAt },
      select: { id: true },
    })
    return job.id
  },

  /** In the transaction that writes the row. */
  cancel: async (tx: Transaction, jobId: string): Promise<void> => {
    await tx.job.deleteMany({ where: { id: jobId } })
  },

  handler: (database: Database, store: ObjectStore) => async (payload: unknown) => {
    const { projectId, assetId } = payload as Payload
    const kept = await database.asset.count({ where: { projectId, id: assetId } })
    if (kept === 0) await store.removePrefix(assetObjects(projectId, assetId))
  },
}
