import { randomUUID } from 'node:crypto'
import { type Cache, createReachReports } from '@vitrine/cache'
import { systemClock } from '@vitrine/coherence'
import type { ChangeFeed, ScopedDatabase } from '@vitrine/database'
import { type App, createReach, health } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import { runWhileOpen } from './lifecycle.js'
import type { Mail } from './mail/send-mail.js'

type Deps = {
  database: ScopedDatabase
  feed: ChangeFeed
  cache: Cache
  store: ObjectStore
  /** null if the service sends none. */
  mail: Pick<Mail, 'check'> | null
}

/**
 * The service is ready once it has reached Postgres. After that, an unreachable dependency counts only if
 * other replicas reach it.
 */
export function startHealth(app: App, { database, feed, cache, store, mail }: Deps): void {
  const reports = createReachReports({ cache, service: 'management-api', id: randomUUID() })
  /** The identity of the change log; empty until the database has been reached. */
  let logId = ''
  const reachDatabase = async () => {
    const [head] = await Promise.all([feed.head(), database.ping()])
    logId = head.logId
  }
  const dependencyHealth = createReach({
    dependencies: [
      { name: 'database', everyMs: 1000, isVital: true, reach: reachDatabase },
      // Only uploads need the store.
      { name: 'store', everyMs: 2000, isVital: false, reach: () => store.ping() },
    ],
    peers: {
      isUp: cache.isUp,
      exchange: (name, ownMs) => reports.exchange(logId, name, ownMs),
    },
    clock: systemClock(),
  })
  runWhileOpen(app, dependencyHealth)
  const canGoWithout = () => logId !== '' && dependencyHealth.staysWithout('database')
  health(app, {
    prefix: '/api',
    checks: [
      { name: 'database', optional: canGoWithout, run: reachDatabase },
      {
        name: 'store',
        optional: () => dependencyHealth.staysWithout('store'),
        logsItself: true,
        run: () => store.ping(),
      },
      { name: 'cache', optional: true, run: () => cache.isUp() },
      ...(mail === null
        ? []
        : [{ name: 'mail', optional: true, logsItself: true, run: mail.check }]),
    ],
  })
}
