import { AppError, type ErrorCode } from '@vitrine/contracts/errors'
import type { Queryable, Transaction } from '@vitrine/database'
import { statusOf } from '@vitrine/http'
import type { Changes } from '../../../changes/changes.js'
import type { JobHandler, NewJob } from '../../../queue/job.js'
import { jobRepository } from '../../../queue/repository.js'
import { applyToAssets } from './apply.js'
import { bulkJobRepository, type ProjectAuthor } from './job-repository.js'
import { maxListedFailures } from './schemas.js'

type Payload = { jobId: string }

/** The most that a call may name: one transaction, and well within the statement timeout. */
const assetsPerTurn = 500

/**
 * Changes the assets of a job, 500 in one turn, so that the jobs of all projects take turns. Each turn is a
 * change of the author's: the right is checked again, the events are the author's, and the assets count as
 * done when every replica has acknowledged the change.
 *
 * The position is stored in the transaction of the change. So a process may die at any point: the next
 * worker continues after the last asset that was changed.
 */
export const bulkJob = {
  kind: 'bulk-change',

  /** Call it in the transaction that creates the job's row. */
  schedule: async (tx: Transaction, jobId: string): Promise<void> => {
    await jobRepository(tx).create(turn(jobId))
  },

  handler:
    (database: Queryable, changes: Pick<Changes, 'write' | 'propagated'>): JobHandler =>
    async (payload) => {
      const { jobId } = payload as Payload
      const jobs = bulkJobRepository(database)
      const job = await jobs.findRunning(jobId)
      if (job === null) return []
      // The process that has changed them may have died before they were acknowledged.
      if (job.done < job.processed) await changes.propagated()
      try {
        const position = await changeNext(changes, job.author, jobId)
        const goesOn = await jobs.acknowledge(jobId, position ?? job.processed)
        return goesOn ? [turn(jobId)] : []
      } catch (error) {
        const code = refusalOf(error)
        if (code === null) throw error
        await jobs.fail(jobId, code)
        return []
      }
    },
}

/** @returns the number of processed assets; null if the job has ended. */
const changeNext = (
  changes: Pick<Changes, 'write'>,
  author: ProjectAuthor,
  jobId: string,
): Promise<number | null> =>
  changes.write({ ...author, claim: null }, async (tx, change) => {
    const { projectId } = author
    const jobs = bulkJobRepository(tx)
    const batch = await jobs.lockNext(projectId, jobId, assetsPerTurn)
    if (batch === null) return null
    const { assetIds, effect, processed, failed } = batch
    const { obstacles } = await applyToAssets(tx, change, projectId, assetIds, effect)
    const failures = [...failed, ...[...obstacles].map(([id, code]) => ({ id, code }))]
    await jobs.advance(projectId, jobId, {
      count: assetIds.length,
      failedCount: obstacles.size,
      failed: failures.slice(0, maxListedFailures),
    })
    return processed + assetIds.length
  })

/** The code of an error that another attempt would meet again, such as a lost right. */
function refusalOf(error: unknown): ErrorCode | null {
  return error instanceof AppError && statusOf(error.code) < 500 ? error.code : null
}

const turn = (jobId: string): NewJob => ({
  kind: bulkJob.kind,
  payload: { jobId } satisfies Payload,
})
