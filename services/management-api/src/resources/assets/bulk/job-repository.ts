import type { Prisma, Queryable } from '@vitrine/database'
import type { Author } from '../../../changes/author.js'
import type { Effect } from './apply.js'

/** The author of a job, in the form that is stored. */
export type ProjectAuthor = Omit<Author, 'claim'> & { projectId: string }

/** Every release reads and writes the author's rights under this name. */
type StoredAuthor = Omit<ProjectAuthor, 'rights'> & { authority: ProjectAuthor['rights'] }

export type Failure = { id: string; code: string }

export type Batch = { assetIds: string[]; effect: Effect; processed: number; failed: Failure[] }

const shown = {
  id: true,
  state: true,
  code: true,
  done: true,
  total: true,
  failed: true,
  failedCount: true,
  change: true,
  createdAt: true,
  endedAt: true,
} as const satisfies Prisma.BulkChangeSelect

/** Jobs that change many assets. */
export const bulkJobRepository = (db: Queryable) => ({
  /** Until the transaction ends, no other job of the project is accepted. */
  lockProject: async (projectId: string): Promise<void> => {
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
  },

  countRunning: (projectId: string): Promise<number> =>
    db.bulkChange.count({ where: { projectId, state: 'RUNNING' } }),

  /** @returns the id of a job that changes these assets. */
  create: async (
    { rights, ...author }: ProjectAuthor,
    effect: Effect,
    assetIds: readonly string[],
  ): Promise<string> => {
    const stored: StoredAuthor = { ...author, authority: rights }
    const rows = await db.$queryRaw<{ id: string }[]>`
      INSERT INTO bulk_changes (project_id, author, change, asset_ids, total)
      VALUES (${author.projectId}::uuid, ${JSON.stringify(stored)}::json,
        ${JSON.stringify(effect)}::json, ${[...assetIds]}::uuid[], ${assetIds.length}::int)
      RETURNING id`
    if (rows[0] === undefined) throw new Error('the job was not created')
    return rows[0].id
  },

  find: (projectId: string, id: string) =>
    db.bulkChange.findUnique({ where: { projectId_id: { projectId, id } }, select: shown }),

  /** null if it has ended, or its project was deleted. */
  findRunning: async (id: string) => {
    const job = await db.bulkChange.findUnique({
      where: { id, state: 'RUNNING' },
      select: { author: true, processed: true, done: true },
    })
    if (job === null) return null
    const { authority, ...author } = job.author as unknown as StoredAuthor
    return { ...job, author: { ...author, rights: authority } }
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
