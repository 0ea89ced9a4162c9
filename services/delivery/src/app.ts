import { availableParallelism } from 'node:os'
import cors from '@fastify/cors'
import { createCache } from '@vitrine/cache'
import { createReader } from '@vitrine/coherence'
import { changeChannel } from '@vitrine/contracts'
import { changesSince, createDatabase } from '@vitrine/database'
import { type App, createApp, documentApi, health } from '@vitrine/http'
import { render } from '@vitrine/imaging'
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

/** Clients, services, routes: all of delivery, put together. Connects lazily. */
export async function buildApp(config: Config, logStream?: { write(line: string): void }) {
  const app = createApp({ logLevel: config.LOG_LEVEL, ...(logStream ? { logStream } : {}) })
  await documentApi(app, documentation)
  const { database, cache, store } = connect(app, config)

  const reader = createReader({
    log: { since: (after, limit) => changesSince(database, after, limit) },
    entries: cache,
    bus: {
      publish: (message) => cache.publish(changeChannel, message),
      subscribe: (onMessage) => cache.subscribe(changeChannel, onMessage),
    },
    ttlSeconds: config.CACHE_TTL_SECONDS,
  })
  const usage = createUsage({ record: apiKeyRepository(database).recordUse, log: app.log })
  // After the last request in flight, and before the clients: hooks run last in, first out.
  app.addHook('onClose', () => usage.close())

  const renditions = createRenditionMaker({
    store,
    slots: createSlots({
      slots: config.RENDER_CONCURRENCY ?? availableParallelism(),
      maxWaiting: config.RENDER_QUEUE,
    }),
    render: (original, plan) =>
      render(original, plan, { limits: { maxPixels: config.MAX_IMAGE_PIXELS } }),
  })
  const apiKeys = createApiKeyService({ database, reader, usage })
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
      { name: 'database', run: () => database.ping() },
      { name: 'store', run: () => store.ping() },
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

/** The three dependencies. They are closed with the app. */
function connect(app: App, config: Config) {
  const database = createDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    onConnectionError: (err) => app.log.warn({ err }, 'lost a connection to Postgres'),
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
    await database.close()
  })
  return { database, cache, store }
}
