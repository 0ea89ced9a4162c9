import { type Budget, createBudget } from './budget.js'
import { createSharing, type SharingOptions } from './sharing.js'

export type RateLimit = {
  /** A noun phrase for the error message, such as `requests from this address`. */
  what: string
  /** 0: no limit. */
  perMinute: number
}

export type RateLimiterOptions<Name extends string> = Pick<
  SharingOptions,
  'keyPrefix' | 'shared' | 'isReachable'
> & {
  /** By kind of caller, such as `address`. */
  limits: Record<Name, RateLimit>
  /** Maximum number of tracked callers per limit. */
  maxCallers?: number
  /** Wall clock, ms. */
  now?: () => number
}

/** The time between two exchanges with the other processes, ms. */
const everyMs = 1000

/**
 * Limits the requests of one caller per minute across all processes, without I/O per request. A process
 * knows the totals of the last exchange, about a second ago, and its own requests since then. So N
 * processes admit at most
 *
 *     limit + (N − 1) × (requests that one of them admits in a second + limit / 1000)
 *
 * where `limit` is that of a token bucket: `limit` at once, then `limit` per minute. Without Redis, or
 * for callers that a flood of others evicted from the table, each process admits `limit`. If the clocks
 * of two machines differ by s seconds, they additionally admit the requests of s seconds.
 */
export function createRateLimiter<Name extends string>(options: RateLimiterOptions<Name>) {
  const { limits, maxCallers = 50_000, now = Date.now } = options
  const names = Object.keys(limits) as Name[]
  const budgets = byName(names, (name): Budget | null => {
    const { what, perMinute } = limits[name]
    return perMinute === 0 ? null : createBudget({ name, what, limit: perMinute, maxCallers, now })
  })
  const inUse = names.map((name) => budgets[name]).filter((budget) => budget !== null)
  const sharing = createSharing({ ...options, budgets: inUse, now })
  let timer: NodeJS.Timeout | undefined
  const forgetPast = () => {
    for (const budget of inUse) budget.forgetPast()
  }

  return {
    /** By the names of the limits; null where there is no limit. */
    budgets,
    refused: () => byName(names, (name) => budgets[name]?.refused() ?? 0),
    /** How many callers are tracked, over all limits. */
    size: () => inUse.reduce((sum, { size }) => sum + size(), 0),
    /** One exchange with the other processes. */
    sync: sharing.sync,
    /** Removes callers whose requests no longer count. */
    forgetPast,
    start: (): void => {
      timer = setInterval(() => {
        forgetPast()
        void sharing.sync()
      }, everyMs)
      timer.unref()
    },
    /** Stops at once. Counts that have not been exchanged are lost. */
    stop: (): void => clearInterval(timer),
  }
}

const byName = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>
