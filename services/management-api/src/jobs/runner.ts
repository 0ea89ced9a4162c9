import type { Database } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHandlers } from './job.js'
import { createLane } from './lane.js'
import { createJobQueue, type KindFilter } from './queue.js'
import { createWorker } from './worker.js'

/** Urgent jobs taken at a time. In the background one: other instances may have the next. */
const batchSize = 20

type Deps = {
  database: Database
  /** What people or their privacy wait for. */
  urgent: JobHandlers
  /** What only saves work later: it never holds up an urgent job. */
  background?: JobHandlers
  log: FastifyBaseLogger
}

/**
 * Runs the jobs that changes left behind, on any instance, until each has succeeded: a job is
 * deleted only then. Each lane does one job at a time.
 */
export function createJobRunner({ database, urgent, background = {}, log }: Deps) {
  const queue = createJobQueue(database)
  const ending = new AbortController()
  const { signal } = ending

  const createLaneOf = (handlers: JobHandlers, filter: KindFilter, batch: number) =>
    createLane({
      take: () => queue.takeDue(filter, batch),
      work: createWorker({ queue, handlers, log, signal }),
      log,
    })

  // Kinds that nobody here knows are urgent: they are tried, told of in the log and put off.
  const kinds = Object.keys(background)
  const lanes = [
    createLaneOf(urgent, { kinds, areTaken: false }, batchSize),
    createLaneOf(background, { kinds, areTaken: true }, 1),
  ] as const
  const work = createWorker({ queue, handlers: { ...urgent, ...background }, log, signal })

  return {
    start: (): void => {
      for (const lane of lanes) lane.start()
    },
    /** Resolves when what is being done is done, or, if it can wait, given back. */
    stop: async (): Promise<void> => {
      ending.abort()
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
    /** There are new jobs for the background. Nobody waits for them. */
    wakeBackground: lanes[1].wake,
    /** Tries a job at once. Never rejects: what fails now is tried again later. */
    runNow: async (id: string): Promise<void> => {
      try {
        await work(await queue.takeOne(id))
      } catch (err) {
        log.warn({ err, job: id }, 'job put off')
      }
    },
  }
}

export type JobRunner = ReturnType<typeof createJobRunner>
