import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import cors from '@fastify/cors'
import { createCache, createLogCopy } from '@vitrine/cache'
import {
  createAuditor,
  createReader,
  createReplica,
  systemClock,
  type Without,
} from '@vitrine/coherence'
import { createChangeFeed, createDatabase } from '@vitrine/database'
import { type App, createApp, documentApi, health, metrics } from '@vitrine/http'
import { render } from '@vitrine/imaging'
import { coherenceObserver, createMetrics } from '@vitrine/metrics'
import { createObjectStore } from '@vitrine/object-store'
import type { Config } from './config.js'
import { documentation } from './documentation.js'
import { createRenditionMaker } from './renditions/maker.js'
import { createSlots } from './renditions/slots.js'
import { apiKeyRepository } from './resources/api-keys/repository.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { createUsage } from './resources/api-keys/usage.js'
import { assetRoutes } from './resources/assets/routes.js'
import { createAssetService } from './resources/assets/service.js'
import { widgetRoutes } from './resources/widgets/routes.js'
import { createWidgetService } from './resources/widgets/service.js'

export type Options = {
  /** Where the log goes; stdout if left out. */
  logStream?: { write(line: string): void }
  /** Rules of coherence to leave out: for the proofs alone. */
  without?: Without
}

/** Clients, services, routes: all of delivery, put together. Connects lazily. */
export async function buildApp(config: Config, { logStream, without = new Set() }: Options = {}) {
  const app = createApp({ logLevel: config.LOG_LEVEL, ...(logStream ? { logStream } : {}) })
  await documentApi(app, documentation)
  const { database, feed, cache, store } = connect(app, config)

  const meter = createMetrics()
  metrics(app, meter)
  const observer = coherenceObserver(meter, app.log)
  const parts = { authority: feed, buses: [cache.bus, feed.bus], observer, without } as const
  const replica = createReplica({
    ...parts,
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

  const usage = createUsage({ record: apiKeyRepository(database).recordUse, log: app.log })
  // After the last request in flight, and before the clients: hooks run last in, first out.
  app.addHook('onClose', () => usage.close())

  const renditions = createRenditionMaker({
    store,
    slots: createSlots({
      slots: config.RENDER_CONCURRENCY ?? availableParallelism(),
      maxWaiting: config.RENDER_QUEUE,
    }),
    render: (input, plan) =>
      render(input, plan, { limits: { maxPixels: config.MAX_IMAGE_PIXELS } }),
  })
  const apiKeys = createApiKeyService({ database, reader, usage, nowMs: replica.nowMs })
  const widgets = createWidgetService({ database, reader, apiKeys, publicUrl: config.PUBLIC_URL })
  const assets = createAssetService({ database, reader, store, renditions })

  // Open to every site: what protects a widget is its key, and images need none.
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-Key', 'X-Request-Id'],
    exposedHeaders: ['ETag', 'X-Request-Id'],
    maxAge: 86_400,
    // Else an OPTIONS that is no preflight gets a 400 that is not an error of ours.
    strictPreflight: false,
  })
  health(app, {
    prefix: '/api/v1',
    checks: [
      // Once it has registered it goes on answering what it can: if it left the router with each
      // dependency that all replicas share, all of them would leave together.
      { name: 'replica', run: () => replica.id() !== '' },
      { name: 'database', optional: true, run: () => database.ping() },
      { name: 'store', optional: true, run: () => store.ping() },
      { name: 'cache', optional: true, run: () => cache.isUp() },
    ],
  })
  await app.register(
    async (open: App) => {
      widgetRoutes(open, widgets)
      assetRoutes(open, assets)
    },
    { prefix: '/api/v1' },
  )
  return app
}

/** The dependencies. They are closed with the app. */
function connect(app: App, config: Config) {
  const database = createDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    onConnectionError: (err) => app.log.warn({ err }, 'lost a connection to Postgres'),
  })
  const feed = createChangeFeed({
    url: config.DATABASE_URL,
    timeoutMs: config.DATABASE_TIMEOUT_MS,
    onError: (err) => app.log.warn({ err }, 'lost the change feed of Postgres'),
  })
  const cache = createCache({
    url: config.REDIS_URL,
    commandTimeoutMs: 50,
    onStatus: (status, err) => app.log.warn({ err }, `Redis is ${status}`),
  })
  const store = createObjectStore({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    bucket: config.S3_BUCKET,
    timeoutMs: config.STORE_TIMEOUT_MS,
  })
  app.addHook('onClose', async () => {
    cache.close()
    await Promise.all([feed.close(), database.close()])
  })
  return { database, feed, cache, store }
}
