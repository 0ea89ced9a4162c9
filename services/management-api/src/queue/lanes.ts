import type { FastifyBaseLogger } from 'fastify'
import type { JobHandler, JobHandlers } from './job.js'
import { createLane } from './lane.js'
import type { JobRepository, KindFilter } from './repository.js'
import type { Worker } from './worker.js'

/** A removal spends most of its time waiting for the object store. */
const urgentSlots = 8

/** A mail spends most of its time waiting for the mail server, which accepts no more in parallel. */
const mailSlots = 4

/** A turn of a bulk change spends most of its time waiting for the database. */
const bulkSlots = 2

export type LaneHandlers = {
  /** Jobs that a person waits for, or that concern privacy. */
  urgent: JobHandlers
  /** Jobs that only save later work. They never delay an urgent job. */
  background?: JobHandlers
  /** Turns of long changes, which never delay other jobs. */
  bulk?: JobHandlers
  /** Jobs that wait for a mail server, which may be down; null: left to other instances. */
  mail?: Readonly<Record<string, JobHandler | null>>
}

type Deps = {
  queue: Pick<JobRepository, 'takeDue'>
  handlers: LaneHandlers
  work: Worker
  log: FastifyBaseLogger
}

const sentHere = (mail: LaneHandlers['mail'] = {}): JobHandlers =>
  Object.fromEntries(
    Object.entries(mail).flatMap(([kind, handler]) => (handler === null ? [] : [[kind, handler]])),
  )

export const mergeHandlers = ({ urgent, background, bulk, mail }: LaneHandlers): JobHandlers => ({
  ...urgent,
  ...background,
  ...bulk,
  ...sentHere(mail),
})

/** A lane for each kind of work, so that none delays another. */
export function createLanes({ queue, handlers, work, log }: Deps) {
  const { background = {}, bulk = {}, mail = {} } = handlers
  const createLaneOf = (filter: KindFilter, slots: number) =>
    createLane({ take: (limit) => queue.takeDue(filter, limit), work, slots, log })
  const laneOfKinds = (kinds: readonly string[], slots: number) =>
    createLaneOf({ kinds, areTaken: true }, slots)

  // Kinds without a handler here are urgent: they are tried, logged and postponed.
  const others = [background, bulk, mail].flatMap((kinds) => Object.keys(kinds))
  const sentKinds = Object.keys(sentHere(mail))
  const bulkKinds = Object.keys(bulk)
  const lanes = {
    urgent: createLaneOf({ kinds: others, areTaken: false }, urgentSlots),
    background: laneOfKinds(Object.keys(background), 1),
    bulk: laneOfKinds(bulkKinds, bulkSlots),
    mail: laneOfKinds(sentKinds, mailSlots),
  }
  const running = [
    lanes.urgent,
    lanes.background,
    ...(bulkKinds.length > 0 ? [lanes.bulk] : []),
    ...(sentKinds.length > 0 ? [lanes.mail] : []),
  ]

  return {
    ...lanes,
    start: (): void => {
      for (const lane of running) lane.start()
    },
    /** Resolves when the running jobs of all lanes have ended or were given back. */
    stop: async (): Promise<void> => {
      await Promise.all(running.map((lane) => lane.stop()))
    },
  }
}
