import type { AppError } from '@vitrine/errors'
import { type FairQueue, inTurns, join, whoYields, without } from '@vitrine/fair-queue'
import { overloaded } from './overloaded.js'
import { type Place, type Slots, startTimes, sumOfMemory } from './schedule.js'

/** What the admission knows when a job comes in. */
type State = {
  queue: FairQueue<Place>
  /** Those of the queue, in turns. */
  waiting: readonly Place[]
  running: readonly Place[]
  slots: Slots
  maxWaiting: number
  nowMs: number
  /** How many times its estimate a job takes here and now. */
  pace: number
}

/** The queue with the newcomer, without those that have to yield. */
type Admitted = { queue: FairQueue<Place>; yielding: { place: Place; refusal: AppError }[] }

/** By when each has to begin. */
type Limit = (place: Place) => number

/** Whether none of the waiting jobs has to wait for another. */
export const haveSlots = (
  { running, slots }: Pick<State, 'running' | 'slots'>,
  waiting: readonly Place[],
): boolean =>
  running.length + waiting.length <= slots.all &&
  sumOfMemory(running) + sumOfMemory(waiting) <= slots.memoryBytes

/**
 * Decides whether a job is let in. It is refused if its own turn comes too late. If it makes another
 * one late, or if the queue is full, the project with most waiting work yields. Its last jobs are
 * refused: as much work as the newcomer brings, or more if others would miss their deadline. So the
 * work that waits does not grow, and a flood costs its own project the places. If that project is the
 * newcomer's own, the newcomer is refused.
 * A job that loses time to another project has until its deadline; within a project none may become late.
 */
export function decide(place: Place, state: State): Admitted | AppError {
  const { slots, running, maxWaiting, nowMs } = state
  const queue = join(state.queue, place)
  const waiting = inTurns(queue)
  if (haveSlots(state, waiting)) return { queue, yielding: [] }
  const starts = forecast(state, waiting)
  place.startMs = starts[waiting.indexOf(place)] ?? 0
  const lateMs = place.startMs - place.promisedMs
  const isFull = running.length + waiting.length > slots.all + maxWaiting
  const refuse = () => overloaded(Math.max(lateMs, isFull ? Math.min(...starts) - nowMs : 0))
  if (lateMs > 0) return refuse()
  // In an overload most are refused here, so the forecasts below are not made for them.
  if (isFull && whoYields(queue, place) === null) return refuse()
  const isSpoilt = [promiseOf, limitBeside(place)].some((limit) =>
    spoils(state, waiting, starts, limit),
  )
  if (!isFull && !isSpoilt) return { queue, yielding: [] }

  const yielding = makeRoom(place, queue, state, isSpoilt ? place.costMs : 0)
  if (yielding === null) return refuse()
  const untilMs = (other: Place) => (starts[waiting.indexOf(other)] ?? 0) - nowMs
  return {
    queue: without(queue, new Set(yielding)),
    yielding: yielding.map((other) => ({ place: other, refusal: overloaded(untilMs(other)) })),
  }
}

/**
 * @param leastMs how much work has to yield at least.
 * @returns those that have to yield; null: the newcomer.
 */
function makeRoom(
  place: Place,
  queue: FairQueue<Place>,
  state: State,
  leastMs: number,
): Place[] | null {
  // Each attempt takes twice as much as the one before: a forecast is expensive.
  for (let costMs = leastMs; ; costMs = 2 * Math.max(1, costMs)) {
    const yielding = yieldingTo(place, queue, costMs)
    if (yielding.length === 0) return null
    const staying = inTurns(without(queue, new Set(yielding)))
    if (!spoils(state, staying, forecast(state, staying), limitBeside(place))) return yielding
  }
}

/** @returns the last ones of larger projects, one or as many as cost this much; none if that is too much. */
function yieldingTo(place: Place, queue: FairQueue<Place>, costMs: number): Place[] {
  const yielding: Place[] = []
  let rest = queue
  for (let freedMs = 0; yielding.length === 0 || freedMs < costMs; ) {
    const last = whoYields(rest, place)
    if (last === null) return []
    yielding.push(last)
    freedMs += last.costMs
    rest = without(rest, new Set([last]))
  }
  return yielding
}

/** When each of the waiting jobs, in the order of their turns, will begin. */
export const forecast = (
  { running, slots, nowMs, pace }: Pick<State, 'running' | 'slots' | 'nowMs' | 'pace'>,
  waiting: readonly Place[],
): number[] => startTimes(running, waiting, slots, { nowMs, pace })

/** Whether any of those in turns is too late that would not be without the change of the queue. */
function spoils(
  state: State,
  waiting: readonly Place[],
  starts: readonly number[],
  limit: Limit,
): boolean {
  const late = tooLate(waiting, starts, limit)
  if (late.length === 0) return false
  const isLateAnyway = new Set(tooLate(state.waiting, forecast(state, state.waiting), limit))
  return late.some((other) => !isLateAnyway.has(other))
}

const tooLate = (waiting: readonly Place[], starts: readonly number[], limit: Limit): Place[] =>
  waiting.filter((place, i) => (starts[i] ?? 0) > limit(place))

/** Jobs of other projects may lose what they have beyond the promise. */
const limitBeside =
  ({ tenantId }: Place): Limit =>
  (other) =>
    other.tenantId === tenantId ? other.promisedMs : other.deadlineMs

const promiseOf: Limit = ({ promisedMs }) => promisedMs
