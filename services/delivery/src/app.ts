import { metrics, separateProbes } from '@vitrine/http'
import { createMetrics } from '@vitrine/metrics'
import { connectClients } from './assembly/clients.js'
import { startCoherence } from './assembly/coherence.js'
import { startEvents } from './assembly/events.js'
import { reportHealth } from './assembly/health.js'
import { createHttpApp, type LogStream } from './assembly/http.js'
import { assembleImages } from './assembly/images.js'
import { startRateLimits } from './assembly/rate-limits.js'
import { assembleServices } from './assembly/services.js'
import type { Config } from './config.js'
import { releaseMemoryWhenIdle } from './memory/release-when-idle.js'
import { answerPreflights } from './plugins/cross-origin.js'
import { forgetChanged } from './renditions/forget-changed.js'
import { startScripts } from './resources/embed/scripts/start.js'
import { registerRoutes } from './routes.js'

export type BuildOptions = {
  /** The stream of the log; standard output by default. */
  logStream?: LogStream
  /** The wall clock of the rate limits, ms; defaults to the system clock. */
  now?: () => number
}

/** Composes the delivery service: clients, services, routes. `onClose` hooks run in reverse order. */
export async function buildApp(config: Config, options: BuildOptions = {}) {
  const { logStream, now = Date.now } = options
  const app = await createHttpApp(config, logStream)
  const clients = connectClients(app, config)
  const { sql, cache, store } = clients
  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  const meter = createMetrics()
  metrics(app, meter)

  const images = assembleImages(app, { config, clients, metrics: meter })
  const { renditions, checksums, refused } = images
  const onChange = (tags: readonly string[]) => forgetChanged(renditions, tags)
  const coherence = { config, clients, metrics: meter, onChange }
  const { replica, reader } = startCoherence(app, coherence)
  const limits = startRateLimits(app, { config, clients, metrics: meter, now })
  app.addHook('onReady', images.start)
  app.addHook('onClose', images.close)
  const release = () => renditions.releaseMemory()
  releaseMemoryWhenIdle(app, { release, collect: globalThis.gc })

  const sending = startEvents(app, { clients, metrics: meter })
  const parts = { config, sql, replica, reader, limits, sending, images }
  const services = assembleServices(app, parts)
  const scripts = startScripts(app, { store, checksums, refused })

  await answerPreflights(app)
  reportHealth(app, { sql, cache, store, replica })
  await registerRoutes(app, { ...services, limits, scripts, publicUrl: config.PUBLIC_URL })
  return app
}
