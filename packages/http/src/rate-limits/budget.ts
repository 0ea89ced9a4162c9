import { LRUCache } from 'lru-cache'
import { LimitExceeded } from './limit-exceeded.js'
import {
  type Counter,
  createCounter,
  elapsedAt,
  hasRoom,
  secondsUntilRoom,
  turnTo,
  windowAt,
} from './sliding-window.js'

export type BudgetOptions = {
  /** What callers are: `address`. It is in the headers and in the name of the group in Redis. */
  name: string
  /** What the error says there were too many of: `requests from this address`. */
  what: string
  /** Of one caller, per minute. */
  limit: number
  /** Callers that are remembered, about 350 bytes each. Beyond, the least recent one is forgotten. */
  maxCallers: number
  /** Wall clock, ms. */
  now: () => number
}

/** The part of a limit that a process counts for itself: callers below it are not shared through Redis. */
const heldBackShare = 1 / 1000

export function createBudget({ name, what, limit, maxCallers, now }: BudgetOptions) {
  const threshold = Math.max(1, Math.ceil(limit * heldBackShare))
  const due = new Set<Counter>()
  const counters = new LRUCache<string, Counter>({
    max: maxCallers,
    dispose: (counter) => void due.delete(counter),
  })
  let refused = 0

  const counterOf = (caller: string, window: number): Counter => {
    let counter = counters.get(caller)
    if (counter === undefined) {
      counter = createCounter(caller, window)
      counters.set(caller, counter)
    }
    turnTo(counter, window)
    return counter
  }

  /** What was found to have room. */
  const count = (counter: Counter): void => {
    const { current } = counter
    current.own += 1
    current.unsent += 1
    if (current.unsent === threshold) due.add(counter)
  }

  return {
    name,
    count,
    /** The caller's counter if it has room for one more, which is yet to be counted; else null. */
    findRoom: (caller: string): Counter | null => {
      const timeMs = now()
      const counter = counterOf(caller, windowAt(timeMs))
      return hasRoom(counter, limit, elapsedAt(timeMs)) ? counter : null
    },
    /** Counts one more of this caller. @throws LimitExceeded, and then does not count it. */
    spend: (caller: string): void => {
      const timeMs = now()
      const counter = counterOf(caller, windowAt(timeMs))
      const elapsedMs = elapsedAt(timeMs)
      if (!hasRoom(counter, limit, elapsedMs)) {
        refused += 1
        const retryAfterSeconds = secondsUntilRoom(counter, limit, elapsedMs)
        throw new LimitExceeded({ name, what, limit, retryAfterSeconds })
      }
      count(counter)
    },
    /** How many were refused so far. */
    refused: () => refused,
    /** How many callers are remembered. */
    size: () => counters.size,
    /** The counters that have something to hand over; from now on they have not. */
    takeDue: (): Counter[] => {
      const taken = [...due]
      due.clear()
      return taken
    },
    /** After a hand-over: calls since then may be enough for the next one. */
    settled: (counter: Counter): void => {
      if (counter.current.unsent >= threshold) due.add(counter)
    },
  }
}

export type Budget = ReturnType<typeof createBudget>
