import type { Job } from '../../../src/renditions/admission/cost.js'
import { createAdmission } from '../../../src/renditions/admission/render-queue.js'
import { simulatedClock } from './simulated-clock.js'

/** A signal that is never aborted. */
export const never = () => new AbortController().signal
/** Of the project a. */
export const job = (costMs = 100, lane: Job['lane'] = 'other'): Job => ({
  projectId: 'a',
  lane,
  costMs,
  memoryBytes: 0,
})

/**
 * An admission with a clock of its own.
 *
 * @param promisedMs: the longest wait that is expected; half of the deadline.
 */
export function admission({
  slots = 1,
  memoryBytes = 100,
  maxWaiting = 10,
  promisedMs = 1000,
  firstPace = 1,
} = {}) {
  const clock = simulatedClock()
  const deadlineMs = 2 * promisedMs
  const admission = createAdmission({
    ...{ slots, memoryBytes, maxWaiting, deadlineMs, firstPace, clock },
  })
  const begun: string[] = []
  /** Comes in, gets ready at once, and says when it begins. */
  const enter = (name: string, of = job(), signal = never()) => {
    const ticket = admission.enter(of)
    const turn = ticket.turn(signal)
    turn.then(
      () => begun.push(name),
      () => begun.push(`not ${name}`),
    )
    return { ...ticket, begins: turn }
  }
  return { ...admission, enter, begun, clock, places: admission.enter }
}
