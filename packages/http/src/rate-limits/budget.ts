import { LRUCache } from 'lru-cache'
import { LimitExceeded } from './limit-exceeded.js'
import {
  advanceTo,
  type Counter,
  createCounter,
  elapsedAt,
  hasRoom,
  secondsUntilRoom,
  windowAt,
} from './sliding-window.js'

type BudgetOptions = {
  /** The kind of caller, such as `address`. It is part of the headers and of the keys in Redis. */
  name: string
  /** A noun phrase for the error message, such as `requests from this address`. */
  what: string
  /** Requests of one caller per minute. */
  limit: number
  /** Maximum number of tracked callers, about 350 bytes each. The least recently seen is evicted. */
  maxCallers: number
  /** Wall clock, ms. */
  now: () => number
}

/** A process exchanges the count of a caller once it reaches this share of the limit. */
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
    advanceTo(counter, window)
    return counter
  }

  const count = (counter: Counter, cost: number): void => {
    const { current } = counter
    const wasDue = current.unsent >= threshold
    current.own += cost
    current.unsent += cost
    if (!wasDue && current.unsent >= threshold) due.add(counter)
  }

  return {
    name,
    /**
     * Charges a request to a caller who has anything left: so the last one may exceed the limit by its cost.
     *
     * @throws LimitExceeded; then the request is not counted.
     */
    spend: (caller: string, cost = 1): void => {
      const timeMs = now()
      const counter = counterOf(caller, windowAt(timeMs))
      const elapsedMs = elapsedAt(timeMs)
      if (!hasRoom(counter, limit, elapsedMs)) {
        refused += 1
        const retryAfterSeconds = secondsUntilRoom(counter, limit, elapsedMs)
        throw new LimitExceeded({ name, what, limit, retryAfterSeconds })
      }
      count(counter, cost)
    },
    /** Removes callers whose requests no longer count. Call it periodically: callers may be addresses of people. */
    forgetPast: (): void => {
      const window = windowAt(now())
      // From the least recently seen on.
      for (const counter of counters.rvalues()) {
        if (counter === undefined || counter.window >= window - 1) break
        counters.delete(counter.caller)
      }
    },
    refused: () => refused,
    size: () => counters.size,
    /** Takes the counters that are due for an exchange. */
    takeDue: (): Counter[] => {
      const taken = [...due]
      due.clear()
      return taken
    },
    /** Call it after an exchange. The counter is due again if enough requests arrived during the exchange. */
    settled: (counter: Counter): void => {
      if (counter.current.unsent >= threshold) due.add(counter)
    },
  }
}

export type Budget = ReturnType<typeof createBudget>
