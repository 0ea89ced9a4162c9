import { Prisma, type Queryable } from '@vitrine/database'
import type { Job, NewJob } from './job.js'

/** A job that is being run comes back after this long if its worker died. */
export const leaseSeconds = 60
const longestDelaySeconds = 600

/**
 * The table of jobs as workers see it. Whoever takes a job has it alone while the lease lasts;
 * what is done about a job that was lost to somebody else has no effect.
 */
export function createJobQueue(database: Queryable) {
  const take = (which: Prisma.Sql, limit: number) => database.$queryRaw<Job[]>`
    UPDATE jobs SET attempts = attempts + 1, run_at = now() + ${leaseSeconds} * interval '1 second'
    WHERE id IN (
      SELECT id FROM jobs WHERE ${which} ORDER BY run_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, payload, attempts`

  return {
    /** Jobs that are due, the longest ones first; of these kinds alone, or of all but these. */
    takeDue: ({ kinds, areTaken }: KindFilter, limit: number) =>
      take(Prisma.sql`run_at <= now() AND (kind = ANY(${[...kinds]})) = ${areTaken}`, limit),

    /** One, due or not; none if it is gone or being taken by somebody else. */
    takeOne: (id: string) => take(Prisma.sql`id = ${id}::uuid`, 1),

    /** The lease begins again. */
    renew: async ({ id, attempts }: Job): Promise<void> => {
      await database.$executeRaw`
        UPDATE jobs SET run_at = now() + ${leaseSeconds} * interval '1 second'
        WHERE id = ${id}::uuid AND attempts = ${attempts}`
    },

    /** The job is done and gone. In the same moment others, if any, take its place. */
    finish: async ({ id }: Job, successors: readonly NewJob[]): Promise<void> => {
      const rows = JSON.stringify(successors)
      await database.$executeRaw`
        WITH finished AS (DELETE FROM jobs WHERE id = ${id}::uuid RETURNING id)
        INSERT INTO jobs (kind, payload, run_at)
        SELECT kind, payload, now() + coalesce("delayMs", 0) * interval '1 ms'
        FROM finished, json_to_recordset(${rows}::json) AS successor
          (kind text, payload json, "delayMs" float8)`
    },

    /** To be tried again, each time twice as long after. */
    postpone: async ({ id, attempts }: Job, error: unknown): Promise<void> => {
      const delaySeconds = Math.min(2 ** attempts, longestDelaySeconds)
      await database.job.updateMany({
        where: { id, attempts },
        data: {
          lastError: String(error).slice(0, 1000),
          runAt: new Date(Date.now() + delaySeconds * 1000),
        },
      })
    },

    /** The job is due at once, for any worker. */
    giveBack: async (id: string): Promise<void> => {
      await database.job.updateMany({ where: { id }, data: { runAt: new Date() } })
    },
  }
}

export type KindFilter = { kinds: readonly string[]; areTaken: boolean }
export type JobQueue = ReturnType<typeof createJobQueue>
