import { type Cache, createSharedCounts } from '@vitrine/cache'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'
import { createCallLimits } from '../limits/call-limits.js'
import { limitCalls } from '../scopes/call-limits.js'

type Deps = {
  config: Config
  cache: Cache
  metrics: Metrics
  /** Wall clock, ms. */
  now: () => number
}

/** Longer than two windows of a minute, after which a count is no longer used, ms. */
const keepMs = 180_000

/** Limits the calls of all routes that are registered after this. */
export function startCallLimits(app: App, { config, cache, metrics, now }: Deps) {
  const limits = createCallLimits({
    limits: {
      perUser: config.CALLS_PER_USER_PER_MINUTE,
      perAddress: config.CALLS_PER_ADDRESS_PER_MINUTE,
      anonymousPerAddress: config.ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE,
    },
    shared: createSharedCounts({ cache, keepMs }),
    isReachable: cache.isUp,
    now,
  })
  app.addHook('onReady', async () => limits.start())
  app.addHook('onClose', async () => limits.stop())
  metrics.counterBy('budget', {
    name: 'rate_limited_total',
    help: 'Calls that were refused, by the limit that was reached.',
    read: limits.refused,
  })
  limitCalls(app, limits)
  return limits
}
