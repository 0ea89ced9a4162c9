import { randomUUID } from 'node:crypto'
import { type Cache, createReachReports } from '@vitrine/cache'
import { type Replica, systemClock } from '@vitrine/coherence'
import type { Sql } from '@vitrine/database/sql'
import { type App, createReach, health } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import type { UnpurgedCache } from './answers/unpurged-cache.js'

type Parts = {
  sql: Pick<Sql, 'ping'>
  cache: Cache
  store: ObjectStore
  replica: Replica
  /** null if the caches in front are purged. */
  unpurged: UnpurgedCache | null
}

/** A replica is ready once it has registered and its login role is accepted, unless it alone has lost a dependency. */
export function reportHealth(app: App, { sql, cache, store, replica, unpurged }: Parts): void {
  const reports = createReachReports({ cache, service: 'delivery', id: randomUUID() })
  const reach = createReach({
    dependencies: [
      // The lease has its own connection, which requests cannot occupy.
      { name: 'database', everyMs: 1000, isVital: true, reach: replica.reachesChangeLog },
      // Without the store, widgets and cached images can still be answered.
      { name: 'store', everyMs: 2000, isVital: false, reach: () => store.ping() },
    ],
    peers: {
      isUp: cache.isUp,
      exchange: (name, ownMs) => reports.exchange(replica.logId(), name, ownMs),
    },
    clock: systemClock(),
  })
  app.addHook('onReady', async () => reach.start())
  app.addHook('onClose', async () => reach.stop())
  /** Whether a query was allowed: the lease does not check the login role, without which nothing is answered. */
  let isAccepted = false
  const pingDatabase = async () => {
    await sql.ping()
    isAccepted = true
    return replica.reachesChangeLog()
  }
  health(app, {
    prefix: '/api/v1',
    checks: [
      { name: 'replica', run: () => replica.id() !== '' },
      {
        name: 'database',
        optional: () => isAccepted && reach.staysWithout('database'),
        run: pingDatabase,
      },
      {
        name: 'store',
        optional: () => reach.staysWithout('store'),
        logsItself: true,
        run: () => store.ping(),
      },
      { name: 'cache', optional: true, run: () => cache.isUp() },
      ...(unpurged === null
        ? []
        : [{ name: 'purge', optional: true, logsItself: true, run: unpurged.check }]),
    ],
  })
}
