import { networkOf } from '@vitrine/http'
import { createBudget } from './budget.js'
import { createSharing, type SharingOptions } from './sharing.js'

export type RateLimitsOptions = Pick<SharingOptions, 'shared' | 'isReachable'> & {
  /** Each per minute; 0: no limit. */
  limits: {
    /** Requests with one API key. */
    perKey: number
    /** Requests of one address, for widgets and images, with a good key or none. */
    perAddress: number
    /** Renditions that have to be made anew for one address. */
    makingsPerAddress: number
  }
  /** Of each budget. */
  maxCallers?: number
  /** Wall clock, ms. */
  now?: () => number
}

/** Of the process: an exchange with the others, ms. */
const everyMs = 1000

/**
 * How much one caller may have in a minute, over all processes, decided without I/O: a process
 * goes by what all of them had let through when it last asked, about a second ago, and by what it
 * let through itself since. So N processes let through at most
 *
 *     limit + (N − 1) × (what one of them lets through in a second + limit / 1000)
 *
 * where that is `limit` from a token bucket's point of view: `limit` at once, then `limit` per
 * minute. While Redis is gone, or for callers that were forgotten in a flood of others, it is
 * `limit` for each process. Clocks of machines that are apart by s seconds add s seconds' worth.
 *
 * An IPv4 address counts by itself, IPv6 by its /64. Methods throw LimitExceeded, an AppError
 * TOO_MANY_REQUESTS that knows when to come again; what is refused does not count.
 */
export function createRateLimits(options: RateLimitsOptions) {
  const { limits, maxCallers = 50_000, now = Date.now } = options
  const budget = (name: string, what: string, limit: number) =>
    limit === 0 ? null : createBudget({ name, what, limit, maxCallers, now })
  const keys = budget('key', 'requests with this API key', limits.perKey)
  const addresses = budget('address', 'requests from this address', limits.perAddress)
  const makings = budget('making', 'new renditions for this address', limits.makingsPerAddress)

  const budgets = [keys, addresses, makings].filter((budget) => budget !== null)
  const sharing = createSharing({ ...options, budgets, now })
  let timer: NodeJS.Timeout | undefined

  return {
    countRequest: (address: string): void => addresses?.spend(networkOf(address)),
    countKeyUse: (keyId: string): void => keys?.spend(keyId),
    /**
     * Counts a request that can be answered at once, of an address and, if there is one, with a
     * key. Where one of them has no room it counts neither and says false: then it is for the
     * usual way, by the methods above, to refuse it.
     */
    admitWarm: (address: string, keyId?: string): boolean => {
      const ofAddress = addresses?.findRoom(networkOf(address))
      const ofKey = keyId === undefined ? undefined : keys?.findRoom(keyId)
      if (ofAddress === null || ofKey === null) return false
      if (ofAddress !== undefined) addresses?.count(ofAddress)
      if (ofKey !== undefined) keys?.count(ofKey)
      return true
    },
    /** To be called when a rendition is not to be had and its making begins. */
    countMaking: (address: string): void => makings?.spend(networkOf(address)),
    /** How many were refused so far, by budget. */
    refused: () => ({
      key: keys?.refused() ?? 0,
      address: addresses?.refused() ?? 0,
      making: makings?.refused() ?? 0,
    }),
    /** Callers that are remembered, of all budgets. */
    size: () => budgets.reduce((sum, { size }) => sum + size(), 0),
    /** One exchange with the other processes. */
    sync: sharing.sync,
    start: (): void => {
      timer = setInterval(() => void sharing.sync(), everyMs)
      timer.unref()
    },
    /** At once: what was not handed over is forgotten. */
    stop: (): void => clearInterval(timer),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
