import { randomUUID } from 'node:crypto'
import { createLogCopy } from '@vitrine/cache'
import { createAuditor, createReader, createReplica, systemClock } from '@vitrine/coherence'
import type { App } from '@vitrine/http'
import { coherenceObserver, type Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'
import type { Clients } from './clients.js'

type Deps = {
  config: Config
  clients: Clients
  metrics: Metrics
  onChange: (tags: readonly string[]) => void
}

/** The replica and the reader of this process. They start and stop with the app. */
export function startCoherence(app: App, deps: Deps) {
  const { config, clients, metrics, onChange } = deps
  const { cache, feed } = clients
  const observer = coherenceObserver(metrics, app.log)
  const parts = { authority: feed, buses: [cache.bus, feed.bus], observer } as const
  const replica = createReplica({
    ...parts,
    onChange,
    copy: config.REDIS_GRACE_SECONDS > 0 ? createLogCopy({ cache }) : null,
    clock: systemClock(),
    newId: randomUUID,
    graceMs: config.REDIS_GRACE_SECONDS * 1000,
  })
  const reader = createReader({
    ...parts,
    replica,
    entries: cache,
    ttlSeconds: config.CACHE_TTL_SECONDS,
    maxBytes: config.CACHE_MAX_BYTES,
  })
  createAuditor({ ...parts, replica, reader })
  app.addHook('onReady', async () => replica.start())
  app.addHook('onClose', () => replica.stop())
  return { replica, reader }
}
