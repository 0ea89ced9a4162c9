import type { AppError } from '@vitrine/errors'
import { type FairQueue, inTurns, join, whoYields, without } from '@vitrine/fair-queue'
import { overloaded } from './overloaded.js'
import { type QueuedJob, type Slots, startTimes, sumOfMemory } from './schedule.js'

export type QueueState = {
  queue: FairQueue<QueuedJob>
  /** The jobs of the queue, in the order of their turns. */
  waiting: readonly QueuedJob[]
  running: readonly QueuedJob[]
  slots: Slots
  maxWaiting: number
  nowMs: number
  /** The ratio of actual to estimated duration on this machine. */
  pace: number
}

type Yielding = { job: QueuedJob; refusal: AppError }

export type Decision =
  /** `queue` includes the new job, without the jobs that yield to it. */
  | { isAdmitted: true; queue: FairQueue<QueuedJob>; yielding: Yielding[] }
  | { isAdmitted: false; refusal: AppError }

type Limit = (job: QueuedJob) => number

/** Whether there is a slot for every waiting job. */
export const haveSlots = (
  { running, slots }: Pick<QueueState, 'running' | 'slots'>,
  waiting: readonly QueuedJob[],
): boolean =>
  running.length + waiting.length <= slots.all &&
  sumOfMemory(running) + sumOfMemory(waiting) <= slots.memoryBytes

/**
 * Decides whether a job may enter the queue. The job is rejected if its own turn would come too late. If it
 * would make another job late, or if the queue is full, the project with the most waiting work yields: its
 * last jobs are rejected, as much work as the new job adds, or more if others would still miss their
 * deadline. The total waiting work therefore does not grow, and a flood displaces jobs of its own project.
 * If that project is the new job's own, the new job is rejected.
 *
 * Jobs of other projects may be delayed up to their deadline. Within a project, no job may become late.
 */
export function decide(job: QueuedJob, state: QueueState): Decision {
  const { slots, running, maxWaiting, nowMs } = state
  const queue = join(state.queue, job)
  const waiting = inTurns(queue)
  if (haveSlots(state, waiting)) return { isAdmitted: true, queue, yielding: [] }

  // Check the job's own turn.
  const starts = forecast(state, waiting)
  job.startMs = starts[waiting.indexOf(job)] ?? 0
  const lateMs = job.startMs - job.promisedMs
  const isFull = running.length + waiting.length > slots.all + maxWaiting
  const waitMs = Math.max(lateMs, isFull ? Math.min(...starts) - nowMs : 0)
  const refused: Decision = { isAdmitted: false, refusal: overloaded(waitMs) }
  if (lateMs > 0) return refused
  // In an overload most jobs are refused here, before the expensive forecasts below.
  if (isFull && whoYields(queue, job) === null) return refused

  // Check the turns of the other jobs.
  const delaysOthers = [promiseOf, limitBeside(job)].some((limit) =>
    makesLate(state, waiting, starts, limit),
  )
  if (!isFull && !delaysOthers) return { isAdmitted: true, queue, yielding: [] }

  const yielding = makeRoom(job, queue, state, delaysOthers ? job.costMs : 0)
  if (yielding === null) return refused
  const untilMs = (other: QueuedJob) => (starts[waiting.indexOf(other)] ?? 0) - nowMs
  return {
    isAdmitted: true,
    queue: without(queue, new Set(yielding)),
    yielding: yielding.map((other) => ({ job: other, refusal: overloaded(untilMs(other)) })),
  }
}

/**
 * @param leastMs the minimum amount of work that has to yield.
 * @returns the jobs that yield; null if the new job has to yield instead.
 */
function makeRoom(
  job: QueuedJob,
  queue: FairQueue<QueuedJob>,
  state: QueueState,
  leastMs: number,
): QueuedJob[] | null {
  // Each attempt removes twice as much as the one before, because a forecast is expensive.
  for (let costMs = leastMs; ; costMs = 2 * Math.max(1, costMs)) {
    const yielding = yieldingTo(job, queue, costMs)
    if (yielding.length === 0) return null
    const staying = inTurns(without(queue, new Set(yielding)))
    if (!makesLate(state, staying, forecast(state, staying), limitBeside(job))) return yielding
  }
}

/** The last jobs of larger projects with at least this total cost, at least one; empty if there is less. */
function yieldingTo(job: QueuedJob, queue: FairQueue<QueuedJob>, costMs: number): QueuedJob[] {
  const yielding: QueuedJob[] = []
  let rest = queue
  for (let freedMs = 0; yielding.length === 0 || freedMs < costMs; ) {
    const last = whoYields(rest, job)
    if (last === null) return []
    yielding.push(last)
    freedMs += last.costMs
    rest = without(rest, new Set([last]))
  }
  return yielding
}

/** Expected start times of the waiting jobs, in the order of their turns. */
export const forecast = (
  { running, slots, nowMs, pace }: Pick<QueueState, 'running' | 'slots' | 'nowMs' | 'pace'>,
  waiting: readonly QueuedJob[],
): number[] => startTimes(running, waiting, slots, { nowMs, pace })

/** Whether a job becomes late that would be on time in the unchanged queue. */
function makesLate(
  state: QueueState,
  waiting: readonly QueuedJob[],
  starts: readonly number[],
  limit: Limit,
): boolean {
  const late = lateJobs(waiting, starts, limit)
  if (late.length === 0) return false
  const lateAnyway = new Set(lateJobs(state.waiting, forecast(state, state.waiting), limit))
  return late.some((other) => !lateAnyway.has(other))
}

const lateJobs = (
  waiting: readonly QueuedJob[],
  starts: readonly number[],
  limit: Limit,
): QueuedJob[] => waiting.filter((job, i) => (starts[i] ?? 0) > limit(job))

/** Jobs of other projects may be delayed beyond their promised start, up to their deadline. */
const limitBeside =
  ({ tenantId }: QueuedJob): Limit =>
  (other) =>
    other.tenantId === tenantId ? other.promisedMs : other.deadlineMs

const promiseOf: Limit = ({ promisedMs }) => promisedMs
