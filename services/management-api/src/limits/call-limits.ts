import { createRateLimiter, networkOf, type RateLimiterOptions } from '@vitrine/http'

export type CallLimitsOptions = Omit<RateLimiterOptions<string>, 'keyPrefix' | 'limits'> & {
  /** Per minute; 0: no limit. */
  limits: {
    /** Per user, over all sessions. */
    perUser: number
    /** Per address, with or without a token. */
    perAddress: number
    /** Per address, without a valid token. */
    anonymousPerAddress: number
    /** Refreshes per session, which therefore do not count for an address that people share. */
    refreshesPerSession: number
  }
}

/**
 * An IPv4 address counts by itself, IPv6 by its /64. Methods throw an AppError TOO_MANY_REQUESTS with the
 * delay until the next call is accepted. A rejected call does not count.
 */
export function createCallLimits({ limits, ...options }: CallLimitsOptions) {
  const limiter = createRateLimiter({
    ...options,
    // Delivery counts its requests in the same Redis.
    keyPrefix: 'vitrine:rate:management',
    limits: {
      user: { what: 'calls of this user', perMinute: limits.perUser },
      address: { what: 'calls from this address', perMinute: limits.perAddress },
      anonymous: {
        what: 'calls from this address without a valid access token',
        perMinute: limits.anonymousPerAddress,
      },
      refresh: { what: 'refreshes of this session', perMinute: limits.refreshesPerSession },
    },
  })
  const { user: users, address: addresses, anonymous, refresh } = limiter.budgets
  const { refused, size, sync, start, stop } = limiter
  return {
    countCall: (address: string): void => addresses?.spend(networkOf(address)),
    countUserCall: (userId: string): void => users?.spend(userId),
    countAnonymousCall: (address: string): void => anonymous?.spend(networkOf(address)),
    countRefresh: (sessionId: string): void => refresh?.spend(sessionId),
    refused,
    size,
    sync,
    start,
    stop,
  }
}

export type CallLimits = ReturnType<typeof createCallLimits>
