import type { FastifyBaseLogger } from 'fastify'
import type { Job, JobHandlers } from './job.js'
import { type JobQueue, leaseSeconds } from './repository.js'

/** Twice more before the lease is over, should one fail. */
const renewalMs = (leaseSeconds * 1000) / 3

type Deps = {
  queue: JobQueue
  handlers: JobHandlers
  log: FastifyBaseLogger
  /** Fires when the process is about to end. */
  signal: AbortSignal
}

/** Does a job that was taken, and renews its lease until it is done. */
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
      if (signal.aborted) return queue.giveBack(id)
      log.warn({ err, job: id, kind, attempts }, 'job failed')
      await queue.postpone(job, err)
    }
  }

  /** @throws when the database is out of reach: the lease then runs out by itself. */
  return async (job: Job): Promise<void> => {
    if (signal.aborted) return queue.giveBack(job.id)
    const renew = () =>
      queue
        .renew(job)
        .catch((err: unknown) => log.warn({ err, job: job.id }, 'the lease of a job not renewed'))
    const renewal = setInterval(renew, renewalMs)
    try {
      await attempt(job)
    } finally {
      clearInterval(renewal)
    }
  }
}

export type Worker = ReturnType<typeof createWorker>
