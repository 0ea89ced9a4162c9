import type { Clock } from './ports.js'

/** How long a renewal lets a replica answer from what it keeps, ms. */
export const leaseMs = 3000
/** The replica ends it this much early, and a writer waits this much longer: clocks may differ
 * in rate by a percent. */
const earlyMs = 100
export const fenceAfterMs = leaseMs + 200
export const renewEveryMs = 750

/**
 * How far wall clock and monotonic clock may drift apart before the machine counts as suspended. A
 * suspension that stays below it must be over before the fence: with clocks that differ by 1 % it
 * is, by 40 ms.
 */
const driftMs = 200
const driftRate = 0.01

export type Moment = { monotonicMs: number; wallMs: number }

export const momentOf = (clock: Clock): Moment => ({
  monotonicMs: clock.monotonicMs(),
  wallMs: clock.wallMs(),
})

/**
 * A replica's permission to answer from what it keeps. Judged by the clock at each use, never by a
 * flag that a timer sets: a process that was stopped runs its timers in no particular order.
 */
export function createLease(clock: Clock) {
  let start: Moment = { monotonicMs: 0, wallMs: 0 }
  let endMs = Number.NEGATIVE_INFINITY

  /**
   * The monotonic clock stands still while a virtual machine is suspended, the wall clock does not:
   * what the first one says counts only while they agree.
   */
  const hasRunOn = ({ monotonicMs, wallMs }: Moment): boolean => {
    const elapsedMs = monotonicMs - start.monotonicMs
    const drift = Math.abs(wallMs - start.wallMs - elapsedMs)
    return drift <= driftMs + elapsedMs * driftRate
  }

  /** Whether it is earlier than `afterMs` after the end. */
  const isWithin = (afterMs: number): boolean => {
    const now = momentOf(clock)
    return now.monotonicMs < endMs + afterMs && hasRunOn(now)
  }

  return {
    /**
     * @param sent the moment before the renewal was sent: the row may have been renewed at any
     *   time since, and whoever fences counts from then.
     */
    begin: (sent: Moment): void => {
      start = sent
      endMs = sent.monotonicMs + leaseMs - earlyMs
    },
    end: (): void => {
      endMs = Math.min(endMs, clock.monotonicMs())
    },
    holds: (): boolean => isWithin(0),
    isWithin,
  }
}

export type Lease = ReturnType<typeof createLease>
