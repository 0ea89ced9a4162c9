import { Prisma, type Queryable } from '@vitrine/database'
import type { Job, NewJob } from './job.js'

/** A job whose worker died is due again after this time. */
export const leaseSeconds = 60
const longestDelaySeconds = 600

/** An attempt at a job. Attempts are numbered, so a worker recognizes that it has lost its job. */
export type Attempt = Pick<Job, 'id' | 'attempts'>

export type KindFilter = { kinds: readonly string[]; areTaken: boolean }

/**
 * The table of jobs. All times are by the database's clock: those of the processes may differ. A worker
 * that takes a job holds it while the lease lasts. After that another worker may take it, and then no
 * call of the first worker changes the job.
 */
export const jobRepository = (db: Queryable) => {
  // The rows are selected once, because they are an array. With `IN (SELECT …)` Postgres may repeat the selection for
  // every job of the table and take more than the limit.
  const take = async (which: Prisma.Sql, limit: number): Promise<Job[]> => db.$queryRaw<Job[]>`
    UPDATE jobs SET attempts = attempts + 1, run_at = now() + ${leaseSeconds} * interval '1 second'
    WHERE id = ANY(ARRAY(
      SELECT id FROM jobs WHERE ${which} ORDER BY run_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))
    RETURNING id, kind, payload, attempts`

  return {
    /** @returns the job's id. */
    create: async ({ kind, payload, delayMs = 0 }: NewJob): Promise<string> => {
      // Not `now()`: the transaction may have begun long ago, and waited for locks.
      const rows = await db.$queryRaw<{ id: string }[]>`
        INSERT INTO jobs (kind, payload, run_at)
        VALUES (${kind}, ${JSON.stringify(payload)}::json,
          clock_timestamp() + ${delayMs} * interval '1 ms')
        RETURNING id`
      if (rows[0] === undefined) throw new Error('the job was not created')
      return rows[0].id
    },

    /** @returns false if a worker has already taken the job. */
    cancel: async (id: string): Promise<boolean> => {
      const count = await db.$executeRaw`
        DELETE FROM jobs WHERE id = ${id}::uuid AND attempts = 0`
      return count === 1
    },

    /** Due jobs, longest waiting first. Postgres rounds `run_at` to a millisecond, which may be one that has not begun. */
    takeDue: ({ kinds, areTaken }: KindFilter, limit: number) => {
      const isDue = Prisma.sql`run_at <= now() + interval '1 ms'`
      return take(Prisma.sql`${isDue} AND (kind = ANY(${[...kinds]})) = ${areTaken}`, limit)
    },

    /** One job, due or not. Empty if it is gone, or a worker has taken it before. */
    takeNew: (id: string) => take(Prisma.sql`id = ${id}::uuid AND attempts = 0`, 1),

    /** Starts the lease again. */
    renew: async ({ id, attempts }: Attempt): Promise<void> => {
      await db.$executeRaw`
        UPDATE jobs SET run_at = now() + ${leaseSeconds} * interval '1 second'
        WHERE id = ${id}::uuid AND attempts = ${attempts}`
    },

    /** Deletes the job and creates its successors, if any, in one statement. */
    finish: async ({ id, attempts }: Attempt, successors: readonly NewJob[]): Promise<void> => {
      const rows = JSON.stringify(successors)
      await db.$executeRaw`
        WITH finished AS (
          DELETE FROM jobs WHERE id = ${id}::uuid AND attempts = ${attempts} RETURNING id
        )
        INSERT INTO jobs (kind, payload, run_at)
        SELECT kind, payload, now() + coalesce("delayMs", 0) * interval '1 ms'
        FROM finished, json_to_recordset(${rows}::json) AS successor
          (kind text, payload json, "delayMs" float8)`
    },

    /** Postpones the job by twice the previous delay. */
    postpone: async ({ id, attempts }: Attempt, error: unknown): Promise<void> => {
      const delaySeconds = Math.min(2 ** attempts, longestDelaySeconds)
      await db.$executeRaw`
        UPDATE jobs SET last_error = ${String(error).slice(0, 1000)},
          run_at = now() + ${delaySeconds} * interval '1 second'
        WHERE id = ${id}::uuid AND attempts = ${attempts}`
    },

    /** The job is due at once, for any worker. */
    giveBack: async ({ id, attempts }: Attempt): Promise<void> => {
      await db.$executeRaw`
        UPDATE jobs SET run_at = now() WHERE id = ${id}::uuid AND attempts = ${attempts}`
    },
  }
}

export type JobRepository = ReturnType<typeof jobRepository>
