import type { AppError } from '@vitrine/errors'
import type { Waiter } from '@vitrine/fair-queue'
import type { Job, Lane } from './cost.js'

/** A job that has come in. The tenant is its project. */
export type Place = Omit<Job, 'projectId'> &
  Waiter & {
    arrivedMs: number
    /** It is expected to have begun by then. */
    promisedMs: number
    /** It must have. */
    deadlineMs: number
    /** When it came in it was expected to begin then. */
    startMs: number
    /** Its bytes are expected to be there by then. */
    readyMs: number
    /** `waits`: to be let prepare; `ready`: its bytes are there. */
    stage: 'admitted' | 'waits' | 'prepares' | 'ready'
    /** null: it waits. */
    startedMs: number | null
    /** It had to yield to another project: it leaves the queue when it is asked for the next time. */
    refusal: AppError | null
  }

/** How many may be made at the same time, in all and of each lane, and in how much memory. */
export type Slots = { all: number; memoryBytes: number } & Record<Lane, number>

/**
 * A small job passes those of its project that came up to this many times its own cost before it. So
 * each is passed by what comes in a bounded time only: nobody starves.
 */
const patience = 4

/**
 * What a rendition of a usual size costs, ms of one core. One that costs n times as much uses up n turns
 * of its project.
 */
const turnMs = 50

/**
 * Of the deadline less the time that the store takes: jobs may take twice what they are estimated to,
 * and nobody is refused late.
 */
const promisedShare = 0.5

/** The place of a job that comes in now. */
export function createPlace(
  { projectId: tenantId, ...job }: Job,
  { nowMs, deadlineMs, maxMemoryBytes }: Record<'nowMs' | 'deadlineMs' | 'maxMemoryBytes', number>,
): Place {
  const { costMs, prepareMs = 0 } = job
  const queueMs = promisedShare * Math.max(0, deadlineMs - prepareMs)
  return {
    ...{ ...job, arrivedMs: nowMs, readyMs: nowMs + prepareMs },
    ...{ tenantId, turns: costMs / turnMs, rank: nowMs + patience * costMs },
    memoryBytes: Math.min(job.memoryBytes, maxMemoryBytes),
    promisedMs: nowMs + Math.min(prepareMs, deadlineMs) + queueMs,
    deadlineMs: nowMs + deadlineMs,
    startMs: nowMs,
    stage: 'admitted',
    startedMs: null,
    refusal: null,
  }
}

/** Who begins next, of those in order; undefined while there is no slot for any that is ready. */
export function nextOf(running: readonly Place[], waiting: readonly Place[], slots: Slots) {
  return firstToBegin(running, waiting, slots, ({ stage }) => stage === 'ready')
}

type Running = Pick<Job, 'lane' | 'memoryBytes'>

/**
 * The first of those in order that is ready and has a slot. One that lacks memory alone keeps it from
 * those behind: otherwise small ones would pass a large one for ever.
 */
function firstToBegin(
  running: readonly Running[],
  waiting: readonly Place[],
  slots: Slots,
  isReady: (place: Place) => boolean,
): Place | undefined {
  if (running.length >= slots.all) return undefined
  let freeBytes = slots.memoryBytes - sumOfMemory(running)
  for (const place of waiting) {
    if (!isReady(place) || !hasSlot(running, place, slots)) continue
    freeBytes -= place.memoryBytes
    if (freeBytes >= 0) return place
  }
  return undefined
}

export const sumOfMemory = (jobs: readonly Running[]): number =>
  jobs.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)

function hasSlot(running: readonly { lane: Lane }[], { lane }: Running, slots: Slots): boolean {
  let inLane = 0
  for (const other of running) if (other.lane === lane) inLane += 1
  return inLane < slots[lane]
}

/**
 * When each of those in order will begin, if every job takes `pace` times what it is estimated to.
 *
 * @returns ms on the clock of `nowMs`, in the same order.
 */
export function startTimes(
  running: readonly Place[],
  waiting: readonly Place[],
  slots: Slots,
  { nowMs, pace }: { nowMs: number; pace: number },
): number[] {
  let timeMs = nowMs
  let busy = running.map(({ lane, memoryBytes, costMs, startedMs }) => ({
    ...{ lane, memoryBytes },
    endMs: Math.max(nowMs, (startedMs ?? nowMs) + costMs * pace),
  }))
  const starts = new Map<Place, number>()
  const pending = [...waiting]
  const isReady = ({ stage, readyMs }: Place): boolean => stage === 'ready' || readyMs <= timeMs
  while (pending.length > 0) {
    const place = firstToBegin(busy, pending, slots, isReady)
    if (place) {
      pending.splice(pending.indexOf(place), 1)
      starts.set(place, timeMs)
      const { lane, memoryBytes } = place
      busy.push({ lane, memoryBytes, endMs: timeMs + place.costMs * pace })
    } else {
      timeMs = nextChange(busy, pending, timeMs)
      busy = busy.filter((job) => job.endMs > timeMs)
    }
  }
  return waiting.map((place) => starts.get(place) ?? timeMs)
}

/** When the next job ends, or the next place is ready. */
function nextChange(
  busy: readonly { endMs: number }[],
  pending: readonly Place[],
  timeMs: number,
): number {
  let nextMs = Number.POSITIVE_INFINITY
  for (const { endMs } of busy) nextMs = Math.min(nextMs, endMs)
  for (const { stage, readyMs } of pending) {
    if (stage !== 'ready' && readyMs > timeMs) nextMs = Math.min(nextMs, readyMs)
  }
  return nextMs
}
