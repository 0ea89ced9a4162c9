import { createSharedCounts } from '@vitrine/cache'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'
import { createRateLimits } from '../rate-limits.js'
import type { Clients } from './clients.js'

type Deps = { config: Config; clients: Clients; metrics: Metrics; now: () => number }

/** The rate limits of all replicas. They start and stop with the app. */
export function startRateLimits(app: App, { config, clients: { cache }, metrics, now }: Deps) {
  const limits = createRateLimits({
    limits: {
      perKey: config.RATE_LIMIT_PER_KEY,
      perAddress: config.RATE_LIMIT_PER_ADDRESS,
      rendersPerAddress: config.RENDER_LIMIT_PER_ADDRESS,
      eventsPerKey: config.EVENT_LIMIT_PER_KEY,
      eventsPerAddress: config.EVENT_LIMIT_PER_ADDRESS,
    },
    shared: createSharedCounts({ cache, keepMs: 180_000 }),
    isReachable: cache.isUp,
    now,
  })
  app.addHook('onReady', async () => limits.start())
  app.addHook('onClose', async () => limits.stop())
  metrics.counterBy('budget', {
    name: 'rate_limited_total',
    help: 'Requests that were refused, by the budget that was spent.',
    read: limits.refused,
  })
  return limits
}
