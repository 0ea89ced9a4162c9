import type { FastifyBaseLogger } from 'fastify'
import type { Job } from './job.js'
import type { Worker } from './worker.js'

const pollMs = 5000

type Deps = {
  /** Takes jobs that are due; none when there are none. */
  take: () => Promise<readonly Job[]>
  work: Worker
  log: FastifyBaseLogger
}

/** Takes and does jobs as long as there are any; then looks again every five seconds, or when woken. */
export function createLane({ take, work, log }: Deps) {
  let state: 'new' | 'idle' | 'busy' | 'stopped' = 'new'
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()

  const isStopped = () => state === 'stopped'

  const doSome = async (): Promise<boolean> => {
    try {
      const jobs = await take()
      await work(jobs)
      return jobs.length > 0
    } catch (err) {
      log.warn({ err }, 'could not look for jobs')
      return false
    }
  }

  const run = async (): Promise<void> => {
    while (!isStopped()) {
      isWoken = false
      const didSome = await doSome()
      if (!didSome && !isWoken) break
    }
    if (!isStopped()) rest()
  }

  const begin = (): void => {
    state = 'busy'
    turn = run()
  }

  const rest = (): void => {
    state = 'idle'
    timer = setTimeout(begin, pollMs)
  }

  return {
    start: rest,
    /** There is something to do. */
    wake: (): void => {
      isWoken = true
      if (state !== 'idle') return
      clearTimeout(timer)
      begin()
    },
    /** Resolves when the job in hand is done, or given back. */
    stop: (): Promise<void> => {
      state = 'stopped'
      clearTimeout(timer)
      return turn
    },
  }
}
