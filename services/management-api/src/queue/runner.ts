import type { FastifyBaseLogger } from 'fastify'
import { createLanes, type LaneHandlers, mergeHandlers } from './lanes.js'
import type { JobRepository } from './repository.js'
import { createWorker } from './worker.js'

/** Maximum number of concurrent `runNow` jobs, besides those in the lanes. */
const mostAtOnce = 16

/** How long the answer to a delete waits for the object store. */
const patienceMs = 500

type Deps = LaneHandlers & {
  queue: Omit<JobRepository, 'create' | 'cancel'>
  log: FastifyBaseLogger
}

/**
 * Runs the jobs that changes have created, on any instance, until each has succeeded: a job is
 * deleted only then. Urgent jobs run several at a time, bulk changes two at a time, background
 * jobs one by one.
 */
export function createJobRunner({ queue, log, ...handlers }: Deps) {
  const ending = new AbortController()
  const work = createWorker({
    queue,
    handlers: mergeHandlers(handlers),
    log,
    signal: ending.signal,
  })
  const lanes = createLanes({ queue, handlers, work, log })
  const inHand = new Set<Promise<void>>()

  const takeAndRun = async (id: string): Promise<void> => {
    for (const job of await queue.takeNew(id)) await work(job)
  }

  /** Makes the job due. The slots of the lane bound the memory and the store connections of jobs. */
  const leaveToLane = async (id: string): Promise<void> => {
    await queue.giveBack({ id, attempts: 0 })
    lanes.urgent.wake()
  }

  const runNow = (id: string): Promise<void> => {
    const running = (inHand.size < mostAtOnce ? takeAndRun(id) : leaveToLane(id))
      .catch((err: unknown) => log.warn({ err, job: id }, 'job put off'))
      .finally(() => inHand.delete(running))
    inHand.add(running)
    return running
  }

  return {
    start: lanes.start,
    /** Resolves when all running jobs have ended or were given back. */
    stop: async (): Promise<void> => {
      ending.abort()
      await Promise.all([...inHand, lanes.stop()])
    },
    /** Call it when there are new background jobs. Returns at once. */
    wakeBackground: lanes.background.wake,
    /** Call it when there are new bulk changes. Returns at once. */
    wakeBulk: lanes.bulk.wake,
    /** Call it when there are new mails. Returns at once. */
    wakeMail: lanes.mail.wake,
    /**
     * Runs a job immediately, unless a worker has taken it. If too many are running, the urgent lane runs
     * it. Never rejects: a job that fails is retried later.
     */
    runNow,
    /** Runs several jobs like `runNow`. Resolves after half a second at the latest; the jobs go on. */
    runBriefly: async (ids: readonly string[]): Promise<void> => {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs)
      })
      await Promise.race([Promise.all(ids.map(runNow)), patience])
      clearTimeout(timer)
    },
  }
}

export type JobRunner = ReturnType<typeof createJobRunner>
