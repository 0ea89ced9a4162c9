import { createRateLimiter, networkOf, type RateLimiterOptions } from '@vitrine/http'

export type RateLimitsOptions = Omit<RateLimiterOptions<string>, 'keyPrefix' | 'limits'> & {
  /** Each per minute; 0: no limit. */
  limits: {
    /** Requests with one API key. */
    perKey: number
    /** Requests of one address, for widgets and images, with a good key or none. */
    perAddress: number
    /** Renditions that have to be made anew for one address. */
    makingsPerAddress: number
  }
}

/**
 * An IPv4 address counts by itself, IPv6 by its /64. Methods throw an AppError TOO_MANY_REQUESTS that
 * says when to come again. A refused request does not count.
 */
export function createRateLimits({ limits, ...options }: RateLimitsOptions) {
  const limiter = createRateLimiter({
    ...options,
    keyPrefix: 'vitrine:rate',
    limits: {
      key: { what: 'requests with this API key', perMinute: limits.perKey },
      address: { what: 'requests from this address', perMinute: limits.perAddress },
      making: { what: 'new renditions for this address', perMinute: limits.makingsPerAddress },
    },
  })
  const { key: keys, address: addresses, making: makings } = limiter.budgets
  const { refused, size, sync, start, stop } = limiter

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
    ...{ refused, size, sync, start, stop },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
