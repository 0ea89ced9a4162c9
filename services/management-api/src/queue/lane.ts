import type { FastifyBaseLogger } from 'fastify'
import type { Job } from './job.js'
import type { Worker } from './worker.js'

const pollMs = 5000

type Deps = {
  /** Takes jobs that are due, `limit` at most. */
  take: (limit: number) => Promise<readonly Job[]>
  work: Worker
  /** Maximum number of concurrent jobs. A long job occupies one slot only. */
  slots: number
  log: FastifyBaseLogger
}

/**
 * Takes and runs jobs as long as there are due jobs and free slots. Otherwise it polls every five seconds,
 * when a job ends, and when it is woken.
 */
export function createLane({ take, work, slots, log }: Deps) {
  let state: 'new' | 'idle' | 'looking' | 'stopped' = 'new'
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  const inHand = new Set<Promise<void>>()

  const isStopped = () => state === 'stopped'

  const takeSome = async (): Promise<readonly Job[]> => {
    try {
      return await take(slots - inHand.size)
    } catch (err) {
      log.warn({ err }, 'could not look for jobs')
      return []
    }
  }

  const occupySlot = (job: Job): void => {
    const doing = work(job)
      .catch((err: unknown) => log.warn({ err, job: job.id }, 'job put off'))
      .finally(() => {
        inHand.delete(doing)
        wake()
      })
    inHand.add(doing)
  }

  const look = async (): Promise<void> => {
    while (!isStopped() && inHand.size < slots) {
      isWoken = false
      const jobs = await takeSome()
      for (const job of jobs) occupySlot(job)
      if (jobs.length === 0 && !isWoken) break
    }
    if (!isStopped()) rest()
  }

  const begin = (): void => {
    state = 'looking'
    turn = look()
  }

  const rest = (): void => {
    state = 'idle'
    timer = setTimeout(begin, pollMs)
  }

  /** Call it when a job may be due. */
  const wake = (): void => {
    isWoken = true
    if (state !== 'idle') return
    clearTimeout(timer)
    begin()
  }

  return {
    start: rest,
    wake,
    /** Resolves when the running jobs have ended or were given back. */
    stop: async (): Promise<void> => {
      state = 'stopped'
      clearTimeout(timer)
      await turn
      await Promise.all(inHand)
    },
  }
}
