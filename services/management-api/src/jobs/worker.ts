import type { FastifyBaseLogger } from 'fastify'
import type { Job, JobHandlers } from './job.js'
import { type JobQueue, leaseSeconds } from './queue.js'

/** Twice more before the lease is over, should one fail. */
const renewalMs = (leaseSeconds * 1000) / 3

type Deps = {
  queue: JobQueue
  handlers: JobHandlers
  log: FastifyBaseLogger
  /** Fires when the process is about to end. */
  signal: AbortSignal
}

/** Does jobs that were taken, one after the other, and keeps their leases meanwhile. */
export function createWorker({ queue, handlers, log, signal }: Deps) {
  const handle = async ({ kind, payload }: Job) => {
    const handler = handlers[kind]
    if (handler === undefined) throw new Error(`no handler for jobs of kind ${kind}`)
    return (await handler(payload, signal)) ?? []
  }

  const attempt = async (job: Job): Promise<void> => {
    const { id, kind, attempts } = job
    try {
      await queue.finish(job, await handle(job))
    } catch (err) {
      if (signal.aborted) return queue.giveBack([job])
      log.warn({ err, job: id, kind, attempts }, 'job failed')
      await queue.postpone(job, err)
    }
  }

  /** @throws when the database is out of reach: leases then run out by themselves. */
  return async (jobs: readonly Job[]): Promise<void> => {
    const held = new Set(jobs)
    const renew = () =>
      queue
        .renew([...held])
        .catch((err: unknown) => log.warn({ err }, 'leases of jobs not renewed'))
    const renewal = setInterval(renew, renewalMs)
    try {
      for (const job of jobs) {
        if (signal.aborted) return await queue.giveBack([...held])
        await attempt(job)
        held.delete(job)
      }
    } finally {
      clearInterval(renewal)
    }
  }
}

export type Worker = ReturnType<typeof createWorker>
