import { type FileKey, fileObjects } from '@vitrine/contracts'
import type { Transaction } from '@vitrine/database'
import type { ObjectStore } from '@vitrine/object-store'
import type { JobHandler, NewJob } from '../queue/job.js'
import { jobRepository, leaseSeconds } from '../queue/repository.js'

type Payload = { prefix: string; isLast?: boolean }

/**
 * Longer than any upload that was under way can go on. A PUT begins within a minute after it was signed,
 * unless its process is suspended just between. Then the store's clock decides: it accepts a signature
 * that is up to 15 minutes old. The clock that dated the signature may be ahead of the store's by as
 * much, so the PUT may begin half an hour after it was signed. No store waits another 15 minutes for the
 * rest of its body.
 */
export const settlingSeconds = 45 * 60

/**
 * Removes everything below a prefix of the object store: immediately, and again after all concurrent
 * uploads have ended.
 *
 * Why nothing is left over: each object is announced in Postgres before its PUT is signed. For an upload
 * this is a job `discard-upload`, which is replaced by the asset's row in one transaction; for renditions,
 * by delivery or `prepare-asset`, it is that row. A transaction that deletes rows schedules the removal of
 * their objects. So an object without a row exists at most until the second removal, 45 minutes after its
 * row was deleted or its upload was abandoned, if the store is reachable. There is no row without an
 * object: rows are created after their objects and deleted before them. Rows that are deleted by hand, or
 * missing in a restored backup, schedule no removal.
 */
export const removeObjects = {
  kind: 'remove-objects',

  /**
   * Call it in the transaction that deletes the rows. Returns the job's id. Run the job when the delete is
   * acknowledged: before that, a replica may still read the objects. It becomes due after the duration of a
   * lease, so that another worker runs it if the caller dies.
   */
  schedule: (tx: Transaction, prefix: string): Promise<string> =>
    jobRepository(tx).create({
      kind: removeObjects.kind,
      payload: { prefix } satisfies Payload,
      delayMs: leaseSeconds * 1000,
    }),

  /** Schedules the removal of the file that a transaction replaces: see `schedule`. */
  scheduleFile: (
    tx: Transaction,
    projectId: string,
    assetId: string,
    fileKey: FileKey,
  ): Promise<string[]> =>
    Promise.all(
      fileObjects(projectId, assetId, fileKey).map((prefix) => removeObjects.schedule(tx, prefix)),
    ),

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
