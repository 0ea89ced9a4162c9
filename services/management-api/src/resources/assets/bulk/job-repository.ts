import type { Prisma, Queryable } from '@vitrine/database'
import type { Author } from '../../../changes/changes.js'
import type { Effect } from './apply.js'

/** The author of a job, in the form that is stored. */
export type ProjectAuthor = Omit<Author, 'claim'> & { projectId: string }

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

export const jobRepository = (db: Queryable) => ({
  /** Until the transaction ends, no other job of the project is accepted. */
  lockProject: async (projectId: string): Promise<void> => {
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
  },

  countRunning: (projectId: string): Promise<number> =>
    db.bulkChange.count({ where: { projectId, state: 'RUNNING' } }),

  /** @returns the id of a job that changes these assets. */
  create: async (
    author: ProjectAuthor,
    effect: Effect,
    assetIds: readonly string[],
  ): Promise<string> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      INSERT INTO bulk_changes (project_id, author, change, asset_ids, total)
      VALUES (${author.projectId}::uuid, ${JSON.stringify(author)}::json,
        ${JSON.stringify(effect)}::json, ${[...assetIds]}::uuid[], ${assetIds.length}::int)
      RETURNING id`
    if (rows[0] === undefined) throw new Error('the job was not created')
    return rows[0].id
  },

  find: (projectId: string, id: string) =>
    db.bulkChange.findUnique({ where: { projectId_id: { projectId, id } }, select: shown }),

  /** @returns the number of deleted jobs, at most `limit`. */
  deleteEnded: (limit: number): Promise<number> =>
    db.$executeRaw`
      DELETE FROM bulk_changes WHERE id IN (
        SELECT id FROM bulk_changes WHERE ended_at < now() - interval '7 days' LIMIT ${limit})`,
})
