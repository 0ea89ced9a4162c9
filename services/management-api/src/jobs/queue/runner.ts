import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler, JobHandlers } from './job.js'
import { createLane } from './lane.js'
import type { JobRepository, KindFilter } from './repository.js'
import { createWorker } from './worker.js'

/** A removal spends most of its time waiting for the object store. */
const urgentSlots = 8

/** A mail spends most of its time waiting for the mail server, which accepts no more in parallel. */
const mailSlots = 4

/** A turn of a bulk change spends most of its time waiting for the database. */
const bulkSlots = 2

/** Maximum number of concurrent `runNow` jobs, besides those in the lanes. */
const mostAtOnce = 16

/** How long the answer to a delete waits for the object store. */
const patienceMs = 500

type Deps = {
  queue: Omit<JobRepository, 'create' | 'cancel'>
  /** Jobs that a person waits for, or that concern privacy. */
  urgent: JobHandlers
  /** Jobs that only save later work. They never delay an urgent job. */
  background?: JobHandlers
  /** Turns of long changes, which never delay other jobs. */
  bulk?: JobHandlers
  /** Jobs that wait for a mail server, which may be down; null: left to other instances. */
  mail?: Readonly<Record<string, JobHandler | null>>
  log: FastifyBaseLogger
}

/**
 * Runs the jobs that changes have created, on any instance, until each has succeeded: a job is
 * deleted only then. Urgent jobs run several at a time, bulk changes two at a time, background
 * jobs one by one.
 */
export function createJobRunner({
  queue,
  urgent,
  background = {},
  bulk = {},
  mail = {},
  log,
}: Deps) {
  const ending = new AbortController()
  const sent = Object.fromEntries(
    Object.entries(mail).flatMap(([kind, handler]) => (handler === null ? [] : [[kind, handler]])),
  )
  const handlers = { ...urgent, ...background, ...bulk, ...sent }
  const work = createWorker({ queue, handlers, log, signal: ending.signal })
  const inHand = new Set<Promise<void>>()

  const createLaneOf = (filter: KindFilter, slots: number) =>
    createLane({ take: (limit) => queue.takeDue(filter, limit), work, slots, log })

  // Kinds without a handler here are urgent: they are tried, logged and postponed.
  const others = [background, bulk, mail].flatMap((kinds) => Object.keys(kinds))
  const urgentLane = createLaneOf({ kinds: others, areTaken: false }, urgentSlots)
  const backgroundLane = createLaneOf({ kinds: Object.keys(background), areTaken: true }, 1)
  const bulkLane = createLaneOf({ kinds: Object.keys(bulk), areTaken: true }, bulkSlots)
  const mailLane = createLaneOf({ kinds: Object.keys(sent), areTaken: true }, mailSlots)
  const lanes = [
    urgentLane,
    backgroundLane,
    ...(Object.keys(bulk).length > 0 ? [bulkLane] : []),
    ...(Object.keys(sent).length > 0 ? [mailLane] : []),
  ]

  const takeAndRun = async (id: string): Promise<void> => {
    for (const job of await queue.takeOne(id)) await work(job)
  }

  /** Makes the job due. The slots of the lane bound the memory and the store connections of jobs. */
  const leaveToLane = async (id: string): Promise<void> => {
    await queue.giveBack({ id, attempts: 0 })
    urgentLane.wake()
  }

  const runNow = (id: string): Promise<void> => {
    const running = (inHand.size < mostAtOnce ? takeAndRun(id) : leaveToLane(id))
      .catch((err: unknown) => log.warn({ err, job: id }, 'job put off'))
      .finally(() => inHand.delete(running))
    inHand.add(running)
    return running
  }

  return {
    start: (): void => {
      for (const lane of lanes) lane.start()
    },
    /** Resolves when all running jobs have ended or were given back. */
    stop: async (): Promise<void> => {
      ending.abort()
      await Promise.all([...inHand, ...lanes.map((lane) => lane.stop())])
    },
    /** Call it when there are new background jobs. Returns at once. */
    wakeBackground: backgroundLane.wake,
    /** Call it when there are new bulk changes. Returns at once. */
    wakeBulk: bulkLane.wake,
    /** Call it when there are new mails. Returns at once. */
    wakeMail: mailLane.wake,
    /**
     * Runs a job immediately, unless a worker has taken it. If too many are running, the urgent lane runs
     * it. Never rejects: a job that fails is retried later.
     */
    runNow,
    /** As `runNow`, for several. Resolves after half a second at the latest; the jobs go on. */
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
