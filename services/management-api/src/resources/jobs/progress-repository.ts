import type { Queryable } from '@vitrine/database'
import type { Effect } from '../assets/bulk/apply.js'
import type { ProjectAuthor } from '../assets/bulk/job-repository.js'

export type Failure = { id: string; code: string }

export type Batch = { assetIds: string[]; effect: Effect; processed: number; failed: Failure[] }

/** The work of a job, for its worker. */
export const jobProgressRepository = (db: Queryable) => ({
  /** null if it has ended, or its project was deleted. */
  findRunning: async (id: string) => {
    const job = await db.bulkChange.findUnique({
      where: { id, state: 'RUNNING' },
      select: { author: true, processed: true, done: true },
    })
    return job && { ...job, author: job.author as unknown as ProjectAuthor }
  },

  /** Locks the job, so that no other worker changes the same assets; null if it has ended. */
  lockNext: async (projectId: string, id: string, limit: number): Promise<Batch | null> => {
    const rows = await db.$queryRaw<Batch[]>`
      SELECT asset_ids[processed + 1 : processed + ${limit}::int] AS "assetIds", change AS effect,
        processed, failed
      FROM bulk_changes
      WHERE project_id = ${projectId}::uuid AND id = ${id}::uuid AND state = 'RUNNING'
      FOR UPDATE`
    return rows[0] ?? null
  },

  /** Counts processed assets, in the transaction that changes them. */
  advance: async (
    projectId: string,
    id: string,
    batch: { count: number; failedCount: number; failed: readonly Failure[] },
  ): Promise<void> => {
    await db.$executeRaw`
      UPDATE bulk_changes SET processed = processed + ${batch.count}::int,
        failed_count = failed_count + ${batch.failedCount}::int,
        failed = ${JSON.stringify(batch.failed)}::json
      WHERE project_id = ${projectId}::uuid AND id = ${id}::uuid`
  },

  /**
   * All assets that are processed now are seen changed everywhere. The job ends if these are all.
   *
   * @returns whether the job continues.
   */
  acknowledge: async (id: string, processed: number): Promise<boolean> => {
    const rows = await db.$queryRaw<{ isRunning: boolean }[]>`
      UPDATE bulk_changes SET done = greatest(done, ${processed}::int),
        state = CASE WHEN ${processed}::int >= total THEN 'DONE' ELSE state END,
        ended_at = CASE WHEN ${processed}::int >= total THEN now() END
      WHERE id = ${id}::uuid AND state = 'RUNNING'
      RETURNING state = 'RUNNING' AS "isRunning"`
    return rows[0]?.isRunning ?? false
  },

  /** Stops a job. What it has changed stays changed. */
  fail: async (id: string, code: string): Promise<void> => {
    await db.$executeRaw`
      UPDATE bulk_changes SET state = 'FAILED', code = ${code}, ended_at = now()
      WHERE id = ${id}::uuid AND state = 'RUNNING'`
  },
})
