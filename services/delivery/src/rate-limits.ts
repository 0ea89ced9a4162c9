import { createRateLimiter, networkOf, type RateLimiterOptions } from '@vitrine/http'

export type RateLimitsOptions = Omit<RateLimiterOptions<string>, 'keyPrefix' | 'limits'> & {
  /** Each per minute; 0: no limit. */
  limits: {
    perKey: number
    /** Requests from one address, with a valid key or without. */
    perAddress: number
    rendersPerAddress: number
    eventsPerKey?: number
    eventsPerAddress?: number
  }
}

/**
 * The rate limits of delivery. An IPv4 address counts by itself, an IPv6 address by its /64. Each method
 * throws an AppError TOO_MANY_REQUESTS with the time until the next attempt. A refused request does not
 * count.
 */
export function createRateLimits({ limits, ...options }: RateLimitsOptions) {
  const limiter = createRateLimiter({
    ...options,
    keyPrefix: 'vitrine:rate',
    limits: {
      key: { what: 'requests with this API key', perMinute: limits.perKey },
      address: { what: 'requests from this address', perMinute: limits.perAddress },
      'key-events': { what: 'events with this API key', perMinute: limits.eventsPerKey ?? 0 },
      'address-events': {
        what: 'events from this address',
        perMinute: limits.eventsPerAddress ?? 0,
      },
      renders: { what: 'new renditions for this address', perMinute: limits.rendersPerAddress },
    },
  })
  const { key: keys, address: addresses, renders } = limiter.budgets
  const { 'key-events': keyEvents, 'address-events': addressEvents } = limiter.budgets
  const { refused, size, sync, start, stop } = limiter

  return {
    chargeRequest: (address: string): void => addresses?.spend(networkOf(address)),
    chargeKeyUse: (keyId: string): void => keys?.spend(keyId),
    chargeEvents: (keyId: string, address: string, events: number): void => {
      addressEvents?.spend(networkOf(address), events)
      keyEvents?.spend(keyId, events)
    },
    /** Call it before a render. */
    chargeRender: (address: string): void => renders?.spend(networkOf(address)),
    refused,
    size,
    sync,
    start,
    stop,
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
