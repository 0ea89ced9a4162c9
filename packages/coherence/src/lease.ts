import type { Clock } from './ports.js'

/** How long a replica may answer from its cache after a renewal, ms. */
const leaseMs = 3000
/**
 * The replica ends its lease this much earlier, and a writer waits 200 ms longer: the rates of
 * their clocks may differ by a percent.
 */
const earlyMs = 100
export const fenceAfterMs = leaseMs + 200
export const renewEveryMs = 750

/**
 * How far the wall clock and the monotonic clock may drift apart before the machine counts as
 * suspended. A suspension below this limit must be over before the fence: with clocks that differ
 * by 1 %, it is, by 40 ms.
 */
const driftMs = 200
const driftRate = 0.01

export type Moment = { monotonicMs: number; wallMs: number }

export const momentOf = (clock: Clock): Moment => ({
  monotonicMs: clock.monotonicMs(),
  wallMs: clock.wallMs(),
})

/**
 * The permission of a replica to answer from its cache. It is judged by the clock at each use and
 * not by a timer: the timers of a process that was stopped run in no particular order.
 */
export function createLease(clock: Clock) {
  let start: Moment = { monotonicMs: 0, wallMs: 0 }
  let endMs = Number.NEGATIVE_INFINITY

  /**
   * Rule suspended-clock: the monotonic clock stands still while a virtual machine is suspended,
   * the wall clock does not.
   */
  const wasSuspended = ({ monotonicMs, wallMs }: Moment): boolean => {
    const elapsedMs = monotonicMs - start.monotonicMs
    const drift = Math.abs(wallMs - start.wallMs - elapsedMs)
    return drift > driftMs + elapsedMs * driftRate
  }

  /** Whether it is earlier than `afterMs` after the end. */
  const isWithin = (afterMs: number): boolean => {
    const now = momentOf(clock)
    return now.monotonicMs < endMs + afterMs && !wasSuspended(now)
  }

  return {
    /**
     * @param sent the moment before the renewal was sent. The row may have been renewed at any time
     *   since then, and a writer that fences counts from the renewal.
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
