import type { Queryable, Transaction } from '@vitrine/database'
import type { JobHandler } from '../queue/job.js'
import { prepareAsset } from './prepare-asset.js'
import { listShownAssets } from './repository.js'

type Payload = {
  projectId: string
  widgetId: string
  /** How many of its assets have had their turn. */
  done: number
}

/** Assets between which no other widget has its turn: some ten seconds of work. */
const assetsPerTurn = 10

/**
 * Has the assets of a widget prepared that was published, in the order in which it shows them. A few
 * at a time, then it queues up anew, so that a widget of hundreds doesn't keep all others waiting.
 */
export const prepareWidget = {
  kind: 'prepare-widget',

  /** In the transaction that lets the public see the widget, or more of it. */
  schedule: async (tx: Transaction, projectId: string, widgetId: string): Promise<void> => {
    const payload: Payload = { projectId, widgetId, done: 0 }
    await tx.job.create({ data: { kind: prepareWidget.kind, payload }, select: { id: true } })
  },

  handler:
    (database: Queryable): JobHandler =>
    async (payload) => {
      const { projectId, widgetId, done } = payload as Payload
      const assetIds = await listShownAssets(database, projectId, widgetId)
      const next = done + assetsPerTurn
      // A millisecond apart, which is their order.
      const jobs = assetIds
        .slice(done, next)
        .map((assetId, i) => prepareAsset.job({ projectId, assetId }, i))
      if (assetIds.length <= next) return jobs
      const rest: Payload = { projectId, widgetId, done: next }
      return [...jobs, { kind: prepareWidget.kind, payload: rest, delayMs: jobs.length }]
    },
}
