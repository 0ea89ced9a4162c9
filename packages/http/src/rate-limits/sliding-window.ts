/** Windows start at whole minutes of the wall clock, so that all processes agree on them. */
export const windowMs = 60_000

export const windowAt = (timeMs: number): number => Math.floor(timeMs / windowMs)
/** Time since the start of the window, ms. */
export const elapsedAt = (timeMs: number): number => timeMs % windowMs

/** The requests of one caller that were admitted in one window. */
export type Tally = {
  own: number
  /** The part of `own` that has not been exchanged yet. */
  unsent: number
  /** Admitted by all processes, as of the last exchange. */
  shared: number
}

export type Counter = {
  caller: string
  /** Number of the current window, since 1970. */
  window: number
  current: Tally
  previous: Tally
}

const emptyTally = (): Tally => ({ own: 0, unsent: 0, shared: 0 })

export const createCounter = (caller: string, window: number): Counter => ({
  caller,
  window,
  current: emptyTally(),
  previous: emptyTally(),
})

/** Tallies are replaced, not reset, because a pending exchange may refer to the old one. */
export function advanceTo(counter: Counter, window: number): void {
  if (counter.window === window) return
  counter.previous = counter.window === window - 1 ? counter.current : emptyTally()
  counter.current = emptyTally()
  counter.window = window
}

/**
 * The requests that are known to have been admitted. Both operands are lower bounds: counts that could not
 * be exchanged are missing from the second. A fault therefore admits too many requests, never too few.
 */
const countOf = ({ own, unsent, shared }: Tally): number => Math.max(own, shared + unsent)

/**
 * Whether one more request is within the limit. The last minute is estimated as the current window plus the
 * share of the previous window that the minute still covers. In any span of s seconds at most `limit × (1 +
 * s / 60)` requests pass, as with a token bucket of that size.
 *
 * @param elapsedMs since the current window began
 */
export const hasRoom = ({ current, previous }: Counter, limit: number, elapsedMs: number) =>
  countOf(current) + countOf(previous) * (1 - elapsedMs / windowMs) < limit

/** Seconds until there is room if no other request arrives; an integer, at least 1. */
export function secondsUntilRoom({ current, previous }: Counter, limit: number, elapsedMs: number) {
  const [now, before] = [countOf(current), countOf(previous)]
  const untilMs =
    now < limit ? windowMs * (1 - (limit - now) / before) : windowMs + windowMs * (1 - limit / now)
  return Math.max(1, Math.floor((untilMs - elapsedMs) / 1000) + 1)
}
