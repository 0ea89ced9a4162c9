import type { Queryable, Transaction } from '@vitrine/database'
import type { JobHandler } from '../queue/job.js'
import { jobRepository } from '../queue/repository.js'
import { prepareAsset } from './prepare-asset.js'
import { publishedAssetRepository } from './repository.js'

type Payload = {
  projectId: string
  widgetId: string
  /** Number of its assets that have been scheduled. */
  done: number
}

/** Assets of one widget before other widgets get a turn: some ten seconds of work. */
const assetsPerTurn = 10

/**
 * Schedules renditions for the assets of a published widget, in display order: a few at a time, so that a
 * widget with hundreds of assets does not delay all others.
 */
export const prepareWidget = {
  kind: 'prepare-widget',

  /** Call it in the transaction that publishes the widget, or more of its assets. */
  schedule: async (tx: Transaction, projectId: string, widgetId: string): Promise<void> => {
    const payload: Payload = { projectId, widgetId, done: 0 }
    await jobRepository(tx).create({ kind: prepareWidget.kind, payload })
  },

  handler:
    (database: Queryable): JobHandler =>
    async (payload) => {
      const { projectId, widgetId, done } = payload as Payload
      const assetIds = await publishedAssetRepository(database).list(projectId, widgetId)
      const next = done + assetsPerTurn
      // Due a millisecond apart, to preserve the order.
      const jobs = assetIds
        .slice(done, next)
        .map((assetId, i) => prepareAsset.job({ projectId, assetId }, i))
      if (assetIds.length <= next) return jobs
      const rest: Payload = { projectId, widgetId, done: next }
      return [...jobs, { kind: prepareWidget.kind, payload: rest, delayMs: jobs.length }]
    },
}
