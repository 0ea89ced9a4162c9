import { randomUUID } from 'node:crypto'
import { type Cache, createReachReports } from '@vitrine/cache'
import { systemClock } from '@vitrine/coherence'
import type { ChangeFeed, ScopedDatabase } from '@vitrine/database'
import { type App, createReach, health } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'

type Parts = { database: ScopedDatabase; feed: ChangeFeed; cache: Cache; store: ObjectStore }

/**
 * The service is ready once it has reached Postgres. After that, an unreachable dependency counts only if
 * other replicas reach it.
 */
export function reportHealth(app: App, { database, feed, cache, store }: Parts): void {
  const reports = createReachReports({ cache, service: 'management-api', id: randomUUID() })
  /** The name of the log's history; empty until the database has been reached. */
  let history = ''
  const reachDatabase = async () => {
    const [head] = await Promise.all([feed.head(), database.ping()])
    history = head.history
  }
  const reach = createReach({
    dependencies: [
      { name: 'database', everyMs: 1000, isVital: true, reach: reachDatabase },
      // Only uploads need the store.
      { name: 'store', everyMs: 2000, isVital: false, reach: () => store.ping() },
    ],
    peers: {
      isUp: cache.isUp,
      exchange: (name, ownMs) => reports.exchange(history, name, ownMs),
    },
    clock: systemClock(),
  })
  app.addHook('onReady', async () => reach.start())
  app.addHook('onClose', async () => reach.stop())
  const canGoWithout = () => history !== '' && reach.staysWithout('database')
  health(app, {
    prefix: '/api',
    checks: [
      { name: 'database', optional: canGoWithout, run: reachDatabase },
      {
        name: 'store',
        optional: () => reach.staysWithout('store'),
        logsItself: true,
        run: () => store.ping(),
      },
      { name: 'cache', optional: true, run: () => cache.isUp() },
    ],
  })
}
