import type { Database } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'

export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>

type Job = { id: string; kind: string; payload: unknown; attempts: number }

/** A job that is being run comes back after this long if its worker died. */
export const leaseSeconds = 60
const pollMs = 5000
const batchSize = 20

/**
 * Runs the jobs that changes left behind, on any instance, until each has succeeded: a job is
 * deleted only then. Handlers must bear being run twice.
 */
export function createJobRunner(deps: {
  database: Database
  handlers: JobHandlers
  log: FastifyBaseLogger
}) {
  const { database, handlers, log } = deps
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const run = async (job: Job): Promise<void> => {
    const handle = handlers[job.kind]
    try {
      if (handle === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`)
      await handle(job.payload)
      await database.job.deleteMany({ where: { id: job.id } })
    } catch (error) {
      log.warn({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'job failed')
      const delaySeconds = Math.min(2 ** job.attempts, 600)
      await database.job.updateMany({
        where: { id: job.id },
        data: {
          lastError: String(error).slice(0, 1000),
          runAt: new Date(Date.now() + delaySeconds * 1000),
        },
      })
    }
  }

  /** Takes due jobs, or one by its id whether due or not; what another worker holds is passed over. */
  const take = (id: string | null) => database.$queryRaw<Job[]>`
    UPDATE jobs SET attempts = attempts + 1, run_at = now() + ${leaseSeconds} * interval '1 second'
    WHERE id IN (
      SELECT id FROM jobs
      WHERE (${id}::uuid IS NULL AND run_at <= now()) OR id = ${id}::uuid
      ORDER BY run_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, payload, attempts`

  const poll = async () => {
    try {
      for (const job of await take(null)) await run(job)
    } catch (error) {
      log.warn({ err: error }, 'could not look for jobs')
    }
    if (!stopped) timer = setTimeout(poll, pollMs)
  }

  return {
    start: () => {
      timer = setTimeout(poll, pollMs)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
    /** Tries a job at once. Never rejects: what fails now is tried again later. */
    runNow: async (id: string): Promise<void> => {
      try {
        for (const job of await take(id)) await run(job)
      } catch (error) {
        log.warn({ err: error, job: id }, 'job put off')
      }
    },
  }
}

export type JobRunner = ReturnType<typeof createJobRunner>
