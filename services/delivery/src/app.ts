import { listOf, storeSettings } from '@vitrine/config'
import { createSigningSeal } from '@vitrine/contracts'
import { createApp, documentApi, metrics, separateProbes } from '@vitrine/http'
import { createMetrics } from '@vitrine/metrics'
import { connectClients } from './clients.js'
import { arrivalLimits, type Config } from './config.js'
import { documentation } from './documentation.js'
import { assembleImages } from './images.js'
import { releaseMemoryWhenIdle } from './memory/release-when-idle.js'
import { answerPreflights, crossOriginHeaders } from './plugins/cross-origin.js'
import { reportHealth } from './readiness.js'
import { forgetChanged } from './renditions/forget-changed.js'
import { createFrameSeals } from './resources/api-keys/frame-seal.js'
import { apiKeyRepository } from './resources/api-keys/repository.js'
import { createApiKeyService } from './resources/api-keys/service.js'
import { createUsage } from './resources/api-keys/usage.js'
import { createAssetService } from './resources/assets/service.js'
import { createEmbedService } from './resources/embed/service.js'
import { startScripts } from './resources/embed/start-scripts.js'
import { createEventService } from './resources/events/service.js'
import { imageRulesRepository } from './resources/image-rules/repository.js'
import { createImageRules } from './resources/image-rules/service.js'
import { createWidgetService } from './resources/widgets/service.js'
import { registerRoutes } from './routes.js'
import { startCoherence } from './start-coherence.js'
import { startEvents } from './start-events.js'
import { startRateLimits } from './start-rate-limits.js'

export type Options = {
  /** Where the log goes; the default is standard output. */
  logStream?: { write(line: string): void }
  /** The wall clock of the rate limits, ms; defaults to the system clock. */
  now?: () => number
}

/** Composes the delivery service: clients, services, routes. `onClose` hooks run in reverse order. */
export async function buildApp(config: Config, options: Options = {}) {
  const { logStream, now = Date.now } = options
  const app = createApp({
    logLevel: config.LOG_LEVEL,
    // A line per request would cost as much as the answer.
    requestLogLevel: 'debug',
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    arrival: arrivalLimits(config),
    headers: crossOriginHeaders,
    ...(logStream ? { logStream } : {}),
  })
  await documentApi(app, documentation)
  const clients = connectClients(app, config)
  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  const meter = createMetrics()
  metrics(app, meter)

  const images = assembleImages(app, { config, clients, metrics: meter })
  const { renditions, assets: assetRows } = images
  const onChange = (tags: readonly string[]) => forgetChanged(renditions, tags)
  const coherence = { config, clients, metrics: meter, onChange }
  const { replica, reader } = startCoherence(app, coherence)
  const { sql, store } = clients
  const usage = createUsage({ record: apiKeyRepository(sql).recordUse, log: app.log })
  app.addHook('onClose', () => usage.close())
  const limits = startRateLimits(app, { config, clients, metrics: meter, now })
  app.addHook('onReady', images.start)
  app.addHook('onClose', images.close)
  const release = () => renditions.releaseMemory()
  releaseMemoryWhenIdle(app, { release, collect: globalThis.gc })

  const publicUrl = config.PUBLIC_URL
  const apiKeys = createApiKeyService({ sql, reader, usage, limits, nowMs: replica.nowMs })
  const widgets = createWidgetService({ sql, reader, apiKeys, publicUrl })
  const sending = startEvents(app, { clients, metrics: meter })
  const secrets = storeSettings.objectSecretsOf(config)
  const seals = createFrameSeals(secrets)
  const events = createEventService({ apiKeys, widgets, limits, seals, publicUrl, ...sending })
  const embed = createEmbedService({ widgets, seals, publicUrl })
  app.addHook('onClose', () => embed.close())
  const seal = createSigningSeal(secrets)
  const imageRules = createImageRules({ repository: imageRulesRepository(sql), reader, seal })
  const { nowMs } = replica
  const assets = createAssetService({ assets: assetRows, reader, imageRules, renditions, nowMs })
  const { checksums, refused } = images
  const scripts = startScripts(app, { store, checksums, refused })

  await answerPreflights(app)
  reportHealth(app, { sql, cache: clients.cache, store, replica })
  await registerRoutes(app, { limits, widgets, events, assets, scripts, embed, publicUrl })
  return app
}
