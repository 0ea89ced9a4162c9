import type { RenderJob } from '../../../src/renditions/admission/cost.js'
import { type Place, RenderQueue } from '../../../src/renditions/admission/render-queue.js'
import { simulatedClock } from './simulated-clock.js'

/** A signal that is never aborted. */
export const never = () => new AbortController().signal

/** A job of project a. */
export const job = (costMs = 100, lane: RenderJob['lane'] = 'other'): RenderJob => ({
  projectId: 'a',
  lane,
  costMs,
  memoryBytes: 0,
})

/** @throws the refusal of a job that the queue does not admit. */
export function enter(queue: RenderQueue, job: RenderJob): Place {
  const place = queue.placeFor(job)
  const refusal = place.tryEnter()
  if (refusal !== null) throw refusal
  return place
}

/**
 * A render queue with a simulated clock.
 *
 * @param promisedMs the longest expected wait: half of the deadline.
 */
export function renderQueue({
  slots = 1,
  memoryBytes = 100,
  maxWaiting = 10,
  promisedMs = 1000,
  firstPace = 1,
} = {}) {
  const clock = simulatedClock()
  const deadlineMs = 2 * promisedMs
  const queue = new RenderQueue({ slots, memoryBytes, maxWaiting, deadlineMs, firstPace, clock })
  const begun: string[] = []
  return {
    clock,
    /** The names of the jobs that started, and `not <name>` for those that did not, in order. */
    begun,
    enterQueue: (job: RenderJob) => enter(queue, job),
    /** Enters, is ready at once, and records its start. */
    enter: (name: string, of = job(), signal = never()) => {
      const place = enter(queue, of)
      const begins = place.waitForSlot(signal)
      begins.then(
        () => begun.push(name),
        () => begun.push(`not ${name}`),
      )
      return {
        begins,
        leave: () => place.leave(),
        recordDuration: (ms: number) => place.recordDuration(ms),
      }
    },
    /** The error for a job that enters now and leaves at once; null if it is admitted. */
    refusal: (job: RenderJob) => {
      const place = queue.placeFor(job)
      const refusal = place.tryEnter()
      place.leave()
      return refusal
    },
    isOverloaded: () => queue.isOverloaded(),
    running: () => queue.running,
    memoryBytes: () => queue.memoryBytes,
    waiting: () => queue.waiting,
    refused: () => queue.refused,
    estimatedWaitSeconds: () => queue.estimatedWaitSeconds(),
  }
}
