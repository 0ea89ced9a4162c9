import { createCache } from '@vitrine/cache'
import { storeSettings } from '@vitrine/config'
import { ChangeFeed, createSql } from '@vitrine/database/sql'
import type { App } from '@vitrine/http'
import { createObjectStore, logFailures } from '@vitrine/object-store'
import type { Config } from './config.js'

/** The clients of Postgres, Redis and the object store. They connect lazily and close with the app. */
export function connectClients(app: App, config: Config) {
  const sql = createSql({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    role: 'vitrine_delivery',
    onConnectionError: (err) => app.log.warn({ err }, 'lost a connection to Postgres'),
  })
  const feed = new ChangeFeed({
    url: config.DATABASE_SESSION_URL ?? config.DATABASE_URL,
    timeoutMs: config.DATABASE_TIMEOUT_MS,
    onError: (err) => app.log.warn({ err }, 'lost the change feed of Postgres'),
  })
  const cache = createCache({
    url: config.REDIS_URL,
    commandTimeoutMs: config.REDIS_TIMEOUT_MS,
    onStatus: (status, err) => app.log.warn({ err }, `Redis is ${status}`),
  })
  const store = createObjectStore({
    ...storeSettings.optionsOf(config),
    ...logFailures(app.log),
  })
  app.addHook('onReady', async () => store.watch.start())
  app.addHook('onClose', async () => {
    store.watch.stop()
    cache.close()
    await Promise.all([feed.close(), sql.close()])
  })
  return { sql, feed, cache, store }
}
