import { randomUUID } from 'node:crypto'
import { createCache, createLogCopy, createSharedCounts } from '@vitrine/cache'
import { createAuditor, createReader, createReplica, systemClock } from '@vitrine/coherence'
import { listOf, storeSettings } from '@vitrine/config'
import { createObjectChecksums } from '@vitrine/contracts'
import { createChangeFeed, createSql } from '@vitrine/database/sql'
import { type App, createApp, documentApi, metrics, separateProbes } from '@vitrine/http'
import { coherenceObserver, createMetrics } from '@vitrine/metrics'
import { createObjectStore } from '@vitrine/object-store'
import type { Config } from './config.js'
import { documentation } from './documentation.js'
import { crossOriginHeaders, openToAllOrigins } from './plugins/public-headers.js'
import { limitByAddress } from './plugins/rate-limits/plugin.js'
import { createRateLimits } from './plugins/rate-limits/rate-limits.js'
import { giveBackAtRest } from './plugins/rest.js'
import { reportHealth } from './readiness.js'
import { createRefusedObjects } from './refused-objects.js'
import { assembleRenditions } from './renditions/assemble.js'
import { forgetChanged } from './renditions/forget-changed.js'
import { apiKeyRepository } from './resources/api-keys/repository.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { createUsage } from './resources/api-keys/usage.js'
import { createLostAssets } from './resources/assets/lost.js'
import { assetRepository } from './resources/assets/repository.js'
import { assetRoutes } from './resources/assets/routes.js'
import { createAssetService } from './resources/assets/service.js'
import { readBuild } from './resources/embed/build.js'
import { embedPageRoutes } from './resources/embed/page-routes.js'
import { scriptRoutes } from './resources/embed/script-routes.js'
import { createScripts } from './resources/embed/scripts.js'
import { createEmbedService } from './resources/embed/service.js'
import { createScriptStoring } from './resources/embed/store-scripts.js'
import { createStoredScripts } from './resources/embed/stored-scripts.js'
import { widgetRoutes } from './resources/widgets/routes.js'
import { createWidgetService } from './resources/widgets/service.js'

export type Options = {
  /** Where the log goes; stdout if left out. */
  logStream?: { write(line: string): void }
  /** The wall clock that rates are limited by, ms; the machine's if left out. */
  now?: () => number
}

/** Clients, services, routes: all of delivery, put together. Connects lazily. */
export async function buildApp(config: Config, options: Options = {}) {
  const { logStream, now = Date.now } = options
  const app = createApp({
    logLevel: config.LOG_LEVEL,
    // A line per request would cost as much as the answer does.
    requestLogLevel: 'debug',
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    arrival: {
      headersMs: config.HEADERS_TIMEOUT_MS,
      silenceMs: config.BODY_SILENCE_MS,
      totalMs: config.BODY_TIMEOUT_MS,
      connections: config.MAX_CONNECTIONS,
    },
    headers: crossOriginHeaders,
    ...(logStream ? { logStream } : {}),
  })
  await documentApi(app, documentation)
  const { sql, feed, cache, store } = connect(app, config)

  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  const meter = createMetrics()
  metrics(app, meter)
  const observer = coherenceObserver(meter, app.log)
  const parts = { authority: feed, buses: [cache.bus, feed.bus], observer } as const
  const assetRows = assetRepository(sql)
  const nowMs = () => performance.now()
  const checksums = createObjectChecksums(storeSettings.objectSecretsOf(config))
  const refused = createRefusedObjects({ metrics: meter, log: app.log, nowMs })
  const lost = createLostAssets({
    ...{ assets: assetRows, store, log: app.log, metrics: meter },
    ...{ refused, nowMs },
  })
  const renditions = assembleRenditions(config, {
    ...{ store, cache, metrics: meter, log: app.log, refused },
    checksums,
    explainMissing: lost.explainMissing,
    explainWrong: lost.explainWrong,
  })
  const replica = createReplica({
    ...parts,
    onChange: (tags) => forgetChanged(renditions, tags),
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

  const usage = createUsage({ record: apiKeyRepository(sql).recordUse, log: app.log })
  // After the last request in flight, and before the clients: hooks run last in, first out.
  app.addHook('onClose', () => usage.close())

  const limits = createRateLimits({
    limits: {
      perKey: config.RATE_LIMIT_PER_KEY,
      perAddress: config.RATE_LIMIT_PER_ADDRESS,
      makingsPerAddress: config.RENDER_LIMIT_PER_ADDRESS,
    },
    shared: createSharedCounts({ cache, keepMs: 180_000 }),
    isReachable: cache.isUp,
    now,
  })
  app.addHook('onReady', async () => limits.start())
  app.addHook('onClose', async () => limits.stop())
  meter.counterBy('budget', {
    name: 'rate_limited_total',
    help: 'Requests that were refused, by the budget that was spent.',
    read: limits.refused,
  })

  app.addHook('onReady', renditions.start)
  app.addHook('onClose', renditions.close)
  giveBackAtRest(app, { letGo: renditions.giveBack, collect: globalThis.gc })
  const apiKeys = createApiKeyService({ sql, reader, usage, limits, nowMs: replica.nowMs })
  const widgets = createWidgetService({ sql, reader, apiKeys, publicUrl: config.PUBLIC_URL })
  const embed = createEmbedService({ widgets, apiKeys, publicUrl: config.PUBLIC_URL })
  app.addHook('onClose', () => embed.close())
  const assets = createAssetService({ assets: assetRows, reader, renditions })

  const build = readBuild()
  const readStored = createStoredScripts({ store, checksums, refused })
  const scripts = createScripts({ build, readStored })
  const warn = (err: unknown, message: string) => app.log.warn({ err }, message)
  const storing = createScriptStoring({ build, store, checksums, warn })
  app.addHook('onReady', storing.start)
  app.addHook('onClose', async () => storing.stop())

  await openToAllOrigins(app)
  reportHealth(app, { sql, cache, store, replica })
  await app.register(
    async (open: App) => {
      limitByAddress(open, limits)
      widgetRoutes(open, widgets)
      assetRoutes(open, assets, limits)
    },
    { prefix: '/api/v1' },
  )
  await app.register(
    async (open: App) => {
      limitByAddress(open, limits)
      scriptRoutes(open, scripts)
      await open.register(async (pages: App) => embedPageRoutes(pages, embed))
    },
    { prefix: '/embed' },
  )
  return app
}

/** The dependencies. They are closed with the app. */
function connect(app: App, config: Config) {
  const sql = createSql({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_TIMEOUT_MS,
    role: 'vitrine_delivery',
    onConnectionError: (err) => app.log.warn({ err }, 'lost a connection to Postgres'),
  })
  const feed = createChangeFeed({
    url: config.DATABASE_SESSION_URL ?? config.DATABASE_URL,
    timeoutMs: config.DATABASE_TIMEOUT_MS,
    onError: (err) => app.log.warn({ err }, 'lost the change feed of Postgres'),
  })
  const cache = createCache({
    url: config.REDIS_URL,
    commandTimeoutMs: 50,
    onStatus: (status, err) => app.log.warn({ err }, `Redis is ${status}`),
  })
  const store = createObjectStore({
    ...storeSettings.optionsOf(config),
    onTrouble: ({ kind, code, advice }, doing, err) =>
      app.log.error({ err, code, doing }, `the object store is ${kind}: ${code}. ${advice}`),
    onRecovery: ({ code }) => app.log.info({ code }, 'the object store works again'),
  })
  app.addHook('onReady', async () => store.watch.start())
  app.addHook('onClose', async () => {
    store.watch.stop()
    cache.close()
    await Promise.all([feed.close(), sql.close()])
  })
  return { sql, feed, cache, store }
}
