import { randomUUID } from 'node:crypto'
import { createEventStream, createLogCopy, createSharedCounts } from '@vitrine/cache'
import { createAuditor, createReader, createReplica, systemClock } from '@vitrine/coherence'
import { listOf, storeSettings } from '@vitrine/config'
import {
  createAssetSignatures,
  createObjectChecksums,
  createSigningKeyCipher,
  eventStreamOf,
} from '@vitrine/contracts'
import {
  type App,
  coherenceObserver,
  createApp,
  createMetrics,
  documentApi,
  documentErrors,
  metrics,
  separateProbes,
} from '@vitrine/http'
import { createUnpurgedCache } from './answers/unpurged-cache.js'
import { connectClients } from './clients.js'
import { arrivalLimits, type Config } from './config.js'
import { answerPreflights, crossOriginHeaders } from './cross-origin.js'
import { documentation } from './documentation.js'
import { reportHealth } from './health.js'
import { createRateLimits } from './rate-limits.js'
import { createRefusedObjects } from './refused-objects.js'
import { releaseMemoryWhenIdle } from './release-when-idle.js'
import { createRenditions } from './renditions/create-renditions.js'
import { createFrameSignatures } from './resources/api-keys/frame-signature.js'
import { apiKeyRepository } from './resources/api-keys/repository.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { createUsage } from './resources/api-keys/usage.js'
import { createLostAssets } from './resources/assets/lost.js'
import { assetRepository } from './resources/assets/repository.js'
import { assetRoutes } from './resources/assets/routes.js'
import { createAssetService } from './resources/assets/service.js'
import { embedPageRoutes } from './resources/embed/pages/routes.js'
import { readBuild } from './resources/embed/scripts/build.js'
import { scriptRoutes } from './resources/embed/scripts/routes.js'
import { createScripts } from './resources/embed/scripts/scripts.js'
import { createScriptStoring } from './resources/embed/scripts/store-build.js'
import { createStoredScripts } from './resources/embed/scripts/stored-scripts.js'
import { createEmbedService } from './resources/embed/service.js'
import { createDrops } from './resources/events/drops.js'
import { createOutbox } from './resources/events/outbox.js'
import { eventRoutes } from './resources/events/routes.js'
import { createEventService } from './resources/events/service.js'
import { imageRulesRepository } from './resources/image-rules/repository.js'
import { createImageRules } from './resources/image-rules/service.js'
import { widgetRoutes } from './resources/widgets/routes.js'
import { createWidgetService } from './resources/widgets/service.js'

export type BuildOptions = {
  /** The stream of the log; standard output by default. */
  logStream?: { write(line: string): void }
  /** The wall clock of the rate limits, ms; defaults to the system clock. */
  now?: () => number
}

/**
 * Composes the delivery service: clients, services, routes. `onReady` hooks run in the order of this function,
 * `onClose` hooks in reverse order. It is long because it is the one place that knows all parts.
 */
export async function buildApp(config: Config, { logStream, now = Date.now }: BuildOptions = {}) {
  const { PUBLIC_URL: publicUrl } = config
  const secrets = storeSettings.objectSecretsOf(config)
  const monotonicMs = () => performance.now()

  // The server, its document and its metrics.
  const app = createApp({
    logLevel: config.LOG_LEVEL,
    // A line per request would cost as much as the answer.
    requestLogLevel: 'debug',
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    arrival: arrivalLimits(config),
    headers: crossOriginHeaders,
    ...(logStream ? { logStream } : {}),
  })
  const { log } = app
  await documentApi(app, documentation, publicUrl)
  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  const meter = createMetrics()
  metrics(app, meter)

  const { sql, feed, cache, store } = connectClients(app, config)

  // Images.
  const checksums = createObjectChecksums(secrets)
  const refused = createRefusedObjects({ metrics: meter, log, nowMs: monotonicMs })
  const assetRows = assetRepository(sql)
  const { explainMissing, explainWrong } = createLostAssets({
    assets: assetRows,
    store,
    log,
    metrics: meter,
    refused,
    nowMs: monotonicMs,
  })
  const images = createRenditions(config, {
    store,
    cache,
    metrics: meter,
    log,
    checksums,
    refused,
    explainMissing,
    explainWrong,
  })
  const { renditions } = images

  // The cache of what Postgres has, which never returns a stale answer.
  const observer = coherenceObserver(meter, log)
  const parts = { changeLog: feed, buses: [cache.bus, feed.bus], observer } as const
  const replica = createReplica({
    ...parts,
    onChange: (tags) => renditions.forgetChanged(tags),
    hasCaches: config.CDN_PURGE !== undefined,
    logCopy: config.REDIS_GRACE_SECONDS > 0 ? createLogCopy({ cache }) : null,
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

  const unpurged = config.CDN_PURGE === undefined ? createUnpurgedCache({ log, monotonicMs }) : null

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
  meter.counterBy('budget', {
    name: 'rate_limited_total',
    help: 'Requests that were refused, by the budget that was spent.',
    read: limits.refused,
  })

  app.addHook('onReady', images.start)
  app.addHook('onClose', images.close)
  releaseMemoryWhenIdle(app, {
    release: () => renditions.releaseMemory(),
    collect: globalThis.gc,
  })

  // Events of visitors. Those that wait are written when the app closes.
  const producer = randomUUID()
  const drops = createDrops()
  const stream = createEventStream(cache, eventStreamOf(producer))
  const outbox = createOutbox({ stream, producer, drops, log })
  app.addHook('onClose', () => outbox.close())
  meter.counter({
    name: 'events_accepted_total',
    help: 'Events of visitors that Redis has taken.',
    read: outbox.sent,
  })
  meter.counterBy('reason', {
    name: 'events_dropped_total',
    help: 'Events of visitors that are not counted, by reason.',
    read: drops.counts,
  })

  // The services of all resources.
  const { nowMs } = replica
  const usage = createUsage({ record: apiKeyRepository(sql).recordUse, log })
  app.addHook('onClose', () => usage.close())
  const apiKeys = createApiKeyService({ sql, reader, usage, limits, nowMs })
  const widgets = createWidgetService({ sql, reader, apiKeys, publicUrl })
  const signatures = createFrameSignatures(secrets)
  const events = createEventService({
    apiKeys,
    widgets,
    limits,
    outbox,
    drops,
    signatures,
    publicUrl,
  })
  const embed = createEmbedService({ widgets, signatures, publicUrl })
  app.addHook('onClose', () => embed.close())
  const cipher = createSigningKeyCipher(secrets)
  const imageRules = createImageRules({ repository: imageRulesRepository(sql), reader, cipher })
  const assets = createAssetService({
    assets: assetRows,
    reader,
    imageRules,
    signatures: createAssetSignatures(secrets),
    renditions,
    nowMs,
  })

  // The scripts of the embed. Those of this build are stored for other replicas when the app starts.
  const build = readBuild()
  const warn = (err: unknown, message: string) => log.warn({ err }, message)
  const storing = createScriptStoring({ build, store, checksums, warn })
  app.addHook('onReady', storing.start)
  app.addHook('onClose', async () => storing.stop())
  const readStored = createStoredScripts({ store, checksums, refused })
  const scripts = createScripts({ build, readStored })

  await answerPreflights(app)
  reportHealth(app, { sql, cache, store, replica, unpurged })
  // The public routes. Each request is charged to its address before anything else.
  await app.register(async (limited: App) => {
    documentErrors(limited, ['TOO_MANY_REQUESTS'])
    limited.addHook('onRequest', (request, _reply, done) => {
      limits.chargeRequest(request.ip)
      unpurged?.note(request.headers)
      done()
    })
    await limited.register(
      async (api: App) => {
        widgetRoutes(api, { widgets })
        await api.register(async (scope: App) => eventRoutes(scope, { events }))
        assetRoutes(api, { assets, limits, edgeAnswers: replica.edgeAnswers })
      },
      { prefix: '/api/v1' },
    )
    await limited.register(
      async (embedScope: App) => {
        scriptRoutes(embedScope, { scripts })
        embedPageRoutes(embedScope, { embed, publicUrl })
      },
      { prefix: '/embed' },
    )
  })
  return app
}
