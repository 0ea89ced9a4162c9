/** Windows begin at whole minutes of the wall clock, so that all processes mean the same one. */
export const windowMs = 60_000

export const windowAt = (timeMs: number): number => Math.floor(timeMs / windowMs)
/** Since the window of this time began, ms. */
export const elapsedAt = (timeMs: number): number => timeMs % windowMs

/** What was let through of one caller, in one window. */
export type Tally = {
  /** By this process. */
  own: number
  /** Of that, what the other processes do not know of yet. */
  unsent: number
  /** By all processes, as they last told each other. */
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

/** Tallies are replaced and not emptied: an answer that is under way is about the old one. */
export function turnTo(counter: Counter, window: number): void {
  if (counter.window === window) return
  counter.previous = counter.window === window - 1 ? counter.current : emptyTally()
  counter.current = emptyTally()
  counter.window = window
}

/**
 * The requests that are known to have been admitted. Each of the two numbers is a lower bound: counts
 * that could not be exchanged are missing from the second. So a fault admits too many requests, and never
 * too few.
 */
const countOf = ({ own, unsent, shared }: Tally): number => Math.max(own, shared + unsent)

/**
 * Whether one more is within the limit: the last minute is taken to be the current window and, of
 * the previous one, the share that the minute still covers. So in any span of s seconds at most
 * `limit × (1 + s / 60)` pass, which is what a token bucket of that size would let through.
 *
 * @param elapsedMs since the current window began
 */
export const hasRoom = ({ current, previous }: Counter, limit: number, elapsedMs: number) =>
  countOf(current) + countOf(previous) * (1 - elapsedMs / windowMs) < limit

/** How long there is no room if nothing else comes, seconds; whole ones, at least 1. */
export function secondsUntilRoom({ current, previous }: Counter, limit: number, elapsedMs: number) {
  const [now, before] = [countOf(current), countOf(previous)]
  const untilMs =
    now < limit ? windowMs * (1 - (limit - now) / before) : windowMs + windowMs * (1 - limit / now)
  return Math.max(1, Math.floor((untilMs - elapsedMs) / 1000) + 1)
}
