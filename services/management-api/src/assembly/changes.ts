import { type Cache, createLogCopy } from '@vitrine/cache'
import { createWriter, systemClock } from '@vitrine/coherence'
import type { ChangeFeed, ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import { coherenceObserver, type Metrics } from '@vitrine/metrics'
import { type Changes, createChanges } from '../changes/changes.js'

type Deps = {
  database: ScopedDatabase
  feed: ChangeFeed
  cache: Cache
  metrics: Metrics
  auditEvery: number
}

/** Changes, and the writer that announces them to delivery. Both start and stop with the app. */
export function startChanges(app: App, deps: Deps): Changes {
  const { database, feed, cache, metrics, auditEvery } = deps
  const writer = createWriter({
    authority: feed,
    copy: createLogCopy({ cache }),
    buses: [cache.bus, feed.bus],
    clock: systemClock(),
    observer: coherenceObserver(metrics, app.log),
    auditEvery,
  })
  app.addHook('onReady', async () => writer.start())
  app.addHook('onClose', async () => writer.stop())
  return createChanges({ database, writer })
}
