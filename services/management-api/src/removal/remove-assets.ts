import { assetObjects } from '@vitrine/contracts'
import type { Queryable, Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler } from '../queue/job.js'
import { jobRepository, leaseSeconds } from '../queue/repository.js'
import { createBatchRemoval } from './batch-removal.js'
import { settlingSeconds } from './remove-objects.js'
import { removalRepository } from './repository.js'

type Payload = { projectId: string; assetIds: readonly string[] }

/** Some seconds of work, after which progress is saved. */
const assetsPerTurn = 500

/**
 * Removes the objects of many assets of one project. If the project has been deleted, there is nothing to
 * do: another job removes all of its objects.
 *
 * There are two removals, like those of `removeObjects`: one immediately, and one after all concurrent uploads
 * have ended.
 */
export const removeAssets = {
  kind: 'remove-assets',

  /**
   * Both removals, in the transaction that deletes the rows. Returns the id of the first one's job,
   * to run it after the acknowledgement: see `removeObjects.schedule`.
   */
  schedule: async (
    tx: Transaction,
    projectId: string,
    assetIds: readonly string[],
  ): Promise<string> => {
    await removeAssets.scheduleLast(tx, projectId, assetIds)
    return create(tx, { projectId, assetIds }, leaseSeconds)
  },

  /**
   * Schedules only the second removal, for a project that is deleted in batches. It matters only if the
   * deletion stops half-way, after a crash or an error.
   */
  scheduleLast: async (tx: Transaction, projectId: string, assetIds: readonly string[]) => {
    await create(tx, { projectId, assetIds }, settlingSeconds)
  },

  handler: (database: Queryable, store: ObjectStore): JobHandler => {
    const removeBatch = createBatchRemoval(store)
    return async (payload, signal) => {
      const { projectId, assetIds } = payload as Payload
      if (!(await removalRepository(database).hasProject(projectId))) return []
      const prefixes = assetIds.slice(0, assetsPerTurn).map((id) => assetObjects(projectId, id))
      await removeBatch(prefixes, signal)
      const rest: Payload = { projectId, assetIds: assetIds.slice(assetsPerTurn) }
      return rest.assetIds.length === 0 ? [] : [{ kind: removeAssets.kind, payload: rest }]
    }
  },
}

const create = (tx: Transaction, payload: Payload, delaySeconds: number): Promise<string> =>
  jobRepository(tx).create({ kind: removeAssets.kind, payload, delayMs: delaySeconds * 1000 })
