import type { AppError } from '@vitrine/errors'
import type { Waiter } from '@vitrine/fair-queue'
import type { Lane, RenderJob } from './cost.js'

/** A render in the queue. The tenant of the fair queue is its project. */
export type QueuedJob = Omit<RenderJob, 'projectId'> &
  Waiter & {
    arrivedMs: number
    /** The latest expected start. */
    promisedMs: number
    deadlineMs: number
    /** The expected start, as of its arrival. */
    startMs: number
    /** When its input is expected to be on disk. */
    readyMs: number
    /** `waits`: for its time to prepare. `prepares`: queries the store, fetches. `ready`: has its input. */
    state: 'admitted' | 'waiting' | 'preparing' | 'ready'
    /** null: not started. */
    startedMs: number | null
    /** Set if it had to yield to another project. It leaves the queue at its next call. */
    refusal: AppError | null
  }

/** Maximum number of concurrent renders, in total and per lane, and their maximum total memory. */
export type Slots = { all: number; memoryBytes: number } & Record<Lane, number>

/**
 * A cheaper job overtakes a job of its project that arrived earlier by less than this many times the
 * difference of their costs. A job is overtaken only during a bounded time, so none starves.
 */
const patience = 4

/**
 * The cost of a typical rendition, ms of one core. A job that costs n times as much uses n turns of its
 * project.
 */
const turnMs = 50

/**
 * The share of the deadline, after the time for the store, within which a job is expected to start. Even if
 * jobs take twice their estimate, none is rejected after waiting.
 */
const promisedShare = 0.5

export function createQueuedJob(
  job: RenderJob,
  { nowMs, deadlineMs, maxMemoryBytes }: Record<'nowMs' | 'deadlineMs' | 'maxMemoryBytes', number>,
): QueuedJob {
  const { projectId, ...cost } = job
  const { costMs, prepareMs = 0 } = cost
  const queueMs = promisedShare * Math.max(0, deadlineMs - prepareMs)
  return {
    ...cost,
    memoryBytes: Math.min(job.memoryBytes, maxMemoryBytes),
    tenantId: projectId,
    turns: costMs / turnMs,
    rank: nowMs + patience * costMs,
    arrivedMs: nowMs,
    readyMs: nowMs + prepareMs,
    promisedMs: nowMs + Math.min(prepareMs, deadlineMs) + queueMs,
    deadlineMs: nowMs + deadlineMs,
    startMs: nowMs,
    state: 'admitted',
    startedMs: null,
    refusal: null,
  }
}

/** The next job to start; undefined if no ready job has a slot. */
export const nextOf = (
  running: readonly QueuedJob[],
  waiting: readonly QueuedJob[],
  slots: Slots,
): QueuedJob | undefined => firstToBegin(running, waiting, slots, ({ state }) => state === 'ready')

type Running = Pick<RenderJob, 'lane' | 'memoryBytes'>

/**
 * The first job in order that is ready and has a slot. A job that lacks only memory also holds back
 * those behind it: otherwise small jobs could overtake a large one forever.
 */
function firstToBegin(
  running: readonly Running[],
  waiting: readonly QueuedJob[],
  slots: Slots,
  isReady: (job: QueuedJob) => boolean,
): QueuedJob | undefined {
  if (running.length >= slots.all) return undefined
  let freeBytes = slots.memoryBytes - sumOfMemory(running)
  for (const job of waiting) {
    if (!isReady(job) || !hasSlot(running, job, slots)) continue
    freeBytes -= job.memoryBytes
    if (freeBytes >= 0) return job
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
 * Expected start times of the jobs in order, if every job takes `pace` times its estimate.
 *
 * @returns ms on the clock of `nowMs`, in the same order.
 */
export function startTimes(
  running: readonly QueuedJob[],
  waiting: readonly QueuedJob[],
  slots: Slots,
  { nowMs, pace }: { nowMs: number; pace: number },
): number[] {
  let timeMs = nowMs
  let busy = running.map(({ lane, memoryBytes, costMs, startedMs }) => ({
    lane,
    memoryBytes,
    endMs: Math.max(nowMs, (startedMs ?? nowMs) + costMs * pace),
  }))
  const starts = new Map<QueuedJob, number>()
  const pending = [...waiting]
  const isReady = ({ state, readyMs }: QueuedJob): boolean => state === 'ready' || readyMs <= timeMs
  while (pending.length > 0) {
    const job = firstToBegin(busy, pending, slots, isReady)
    if (job) {
      pending.splice(pending.indexOf(job), 1)
      starts.set(job, timeMs)
      const { lane, memoryBytes } = job
      busy.push({ lane, memoryBytes, endMs: timeMs + job.costMs * pace })
    } else {
      timeMs = nextChange(busy, pending, timeMs)
      busy = busy.filter((other) => other.endMs > timeMs)
    }
  }
  return waiting.map((job) => starts.get(job) ?? timeMs)
}

/** When the next job ends, or the next input is ready. */
function nextChange(
  busy: readonly { endMs: number }[],
  pending: readonly QueuedJob[],
  timeMs: number,
): number {
  let nextMs = Number.POSITIVE_INFINITY
  for (const { endMs } of busy) nextMs = Math.min(nextMs, endMs)
  for (const { state, readyMs } of pending) {
    if (state !== 'ready' && readyMs > timeMs) nextMs = Math.min(nextMs, readyMs)
  }
  return nextMs
}
