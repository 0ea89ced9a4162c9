import { assetObjects } from '@vitrine/contracts'
import type { Database, Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler } from './job.js'
import { settlingSeconds } from './remove-objects.js'

type Payload = { projectId: string; assetIds: readonly string[] }

/** Some seconds of work, after which what was done is kept note of. */
const assetsPerTurn = 500

/**
 * Removal of the objects of assets that went with a part of their project, in case the rest of it
 * stays: whoever was deleting it may have crashed, or have been refused. Otherwise all of the
 * project's objects are removed as one, and nothing is left to do.
 */
export const removeAssets = {
  kind: 'remove-assets',

  /** In the transaction that deletes the rows. */
  schedule: async (tx: Transaction, projectId: string, assetIds: readonly string[]) => {
    const payload = { projectId, assetIds: [...assetIds] } satisfies Payload
    const runAt = new Date(Date.now() + settlingSeconds * 1000)
    await tx.job.create({ data: { kind: removeAssets.kind, payload, runAt }, select: { id: true } })
  },

  handler:
    (database: Database, store: ObjectStore): JobHandler =>
    async (payload) => {
      const { projectId, assetIds } = payload as Payload
      if ((await database.project.count({ where: { id: projectId } })) === 0) return []
      for (const assetId of assetIds.slice(0, assetsPerTurn)) {
        await store.removePrefix(assetObjects(projectId, assetId))
      }
      const rest: Payload = { projectId, assetIds: assetIds.slice(assetsPerTurn) }
      return rest.assetIds.length === 0 ? [] : [{ kind: removeAssets.kind, payload: rest }]
    },
}
