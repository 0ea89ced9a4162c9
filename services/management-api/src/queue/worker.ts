import type { FastifyBaseLogger } from 'fastify'
import type { Job, JobHandlers } from './job.js'
import { type JobRepository, leaseSeconds } from './repository.js'

/** Two renewals may fail before the lease is over. */
const renewalMs = (leaseSeconds * 1000) / 3

type Deps = {
  queue: Pick<JobRepository, 'finish' | 'giveBack' | 'postpone' | 'renew'>
  handlers: JobHandlers
  log: FastifyBaseLogger
  /** Aborted when the process is about to end. */
  signal: AbortSignal
}

/** Runs a job that was taken, and renews its lease until it has ended. */
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
      if (signal.aborted) return queue.giveBack(job)
      log.warn({ err, job: id, kind, attempts }, 'job failed')
      await queue.postpone(job, err)
    }
  }

  /** @throws if the database is unreachable: the lease then expires. */
  return async (job: Job): Promise<void> => {
    if (signal.aborted) return queue.giveBack(job)
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
