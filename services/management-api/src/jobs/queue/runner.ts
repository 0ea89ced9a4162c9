import type { Queryable } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler, JobHandlers } from './job.js'
import { createLane } from './lane.js'
import { createJobQueue, type KindFilter } from './repository.js'
import { createWorker } from './worker.js'

/** Most of a removal is waiting for the object store. */
const urgentSlots = 8

/** Most of sending a mail is waiting for the mail server, which takes no more at once. */
const mailSlots = 4

/** Jobs that `runNow` does at a time, besides those in the lanes. */
const mostAtOnce = 16

/** How long the answer to a delete waits for the object store. */
const patienceMs = 500

type Deps = {
  database: Queryable
  /** What people or their privacy wait for. */
  urgent: JobHandlers
  /** What only saves work later: it never holds up an urgent job. */
  background?: JobHandlers
  /** What waits for a mail server, which may be away; null: left to other instances. */
  mail?: Readonly<Record<string, JobHandler | null>>
  log: FastifyBaseLogger
}

/**
 * Runs the jobs that changes left behind, on any instance, until each has succeeded: a job is
 * deleted only then. Urgent jobs are done several at a time, those in the background one by one.
 */
export function createJobRunner({ database, urgent, background = {}, mail = {}, log }: Deps) {
  const queue = createJobQueue(database)
  const ending = new AbortController()
  const sent = Object.fromEntries(
    Object.entries(mail).flatMap(([kind, handler]) => (handler === null ? [] : [[kind, handler]])),
  )
  const handlers = { ...urgent, ...background, ...sent }
  const work = createWorker({ queue, handlers, log, signal: ending.signal })
  const inHand = new Set<Promise<void>>()

  const createLaneOf = (filter: KindFilter, slots: number) =>
    createLane({ take: (limit) => queue.takeDue(filter, limit), work, slots, log })

  // Kinds that nobody here knows are urgent: they are tried, logged and put off.
  const others = [...Object.keys(background), ...Object.keys(mail)]
  const urgentLane = createLaneOf({ kinds: others, areTaken: false }, urgentSlots)
  const backgroundLane = createLaneOf({ kinds: Object.keys(background), areTaken: true }, 1)
  const mailLane = createLaneOf({ kinds: Object.keys(sent), areTaken: true }, mailSlots)
  const isSending = Object.keys(sent).length > 0
  const lanes = [urgentLane, backgroundLane, ...(isSending ? [mailLane] : [])]

  const takeAndDo = async (id: string): Promise<void> => {
    for (const job of await queue.takeOne(id)) await work(job)
  }

  /** Due at once. The lane's slots bound the memory and the connections to the store that jobs take. */
  const leaveToLane = async (id: string): Promise<void> => {
    await queue.giveBack(id)
    urgentLane.wake()
  }

  const runNow = (id: string): Promise<void> => {
    const doing = (inHand.size < mostAtOnce ? takeAndDo(id) : leaveToLane(id))
      .catch((err: unknown) => log.warn({ err, job: id }, 'job put off'))
      .finally(() => inHand.delete(doing))
    inHand.add(doing)
    return doing
  }

  return {
    start: (): void => {
      for (const lane of lanes) lane.start()
    },
    /** Resolves when what is being done is done, or, if it can wait, given back. */
    stop: async (): Promise<void> => {
      ending.abort()
      await Promise.all([...inHand, ...lanes.map((lane) => lane.stop())])
    },
    /** There are new jobs for the background. Nobody waits for them. */
    wakeBackground: backgroundLane.wake,
    /** There are new mails. Nobody waits for them. */
    wakeMail: mailLane.wake,
    /**
     * Tries a job at once, or leaves it to the urgent lane if many are being tried already. Never
     * rejects: what fails now is tried again later.
     */
    runNow,
    /** As `runNow`, for several. Resolves after half a second at the latest; they go on after that. */
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
