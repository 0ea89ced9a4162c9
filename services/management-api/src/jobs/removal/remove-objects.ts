import type { Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler, NewJob } from '../queue/job.js'
import { leaseSeconds } from '../queue/repository.js'

type Payload = { prefix: string; isLast?: boolean }

/**
 * Longer than anything that was under way can go on. A PUT begins within a minute of its permission,
 * unless its process stands still in the very moment between. Then the store's clock decides: it takes
 * a signature that is up to 15 minutes old. The clock that the signature was dated by may be ahead of
 * the store's by as much, so the PUT may begin half an hour after its permission. For the rest of its
 * body no store waits another 15 minutes.
 */
export const settlingSeconds = 45 * 60

/**
 * Removal of everything below a prefix of the object store, made certain with the rows' own: at
 * once, and once more when whatever was being stored meanwhile has been stored.
 *
 * Why nothing is left over. Each object is stored under an announcement that stands in Postgres
 * before its PUT is signed: an upload's under a job `discard-upload`, which the asset's row takes
 * the place of in one transaction; renditions, by delivery or by `prepare-asset`, under that row.
 * A transaction that deletes rows schedules the removal of their objects. So an object without a
 * row lasts until the second removal, 45 minutes after its row went, or its upload was given up, and the
 * store was there. A row without an object there is none of: rows come after their objects and go
 * before them. Rows that are deleted past the service, or that an older backup lacks, tell nobody.
 */
export const removeObjects = {
  kind: 'remove-objects',

  /**
   * In the transaction that deletes the rows. Returns the job's id, to run it when the delete is
   * acknowledged: before that a replica may still read the objects. Until then the job is the
   * caller's, as if taken; if the caller dies, any worker takes it when the lease is over.
   */
  schedule: async (tx: Transaction, prefix: string): Promise<string> => {
    const payload = { prefix } satisfies Payload
    const runAt = new Date(Date.now() + leaseSeconds * 1000)
    const { kind } = removeObjects
    const { id } = await tx.job.create({ data: { kind, payload, runAt }, select: { id: true } })
    return id
  },

  /** The removal that comes after the one that was just done. */
  onceMore: (prefix: string): NewJob => ({
    kind: removeObjects.kind,
    payload: { prefix, isLast: true } satisfies Payload,
    delayMs: settlingSeconds * 1000,
  }),

  handler:
    (store: ObjectStore): JobHandler =>
    async (payload) => {
      const { prefix, isLast = false } = payload as Payload
      await store.removePrefix(prefix)
      return isLast ? [] : [removeObjects.onceMore(prefix)]
    },
}
