import cors from '@fastify/cors'
import type { Cache } from '@vitrine/cache'
import { listOf } from '@vitrine/config'
import {
  type App,
  compressAnswers,
  createApp,
  documentApi,
  documentationPage,
  metrics,
  refuseMalformedQueries,
  separateProbes,
} from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import { arrivalLimits, type Config } from '../config.js'
import { bodyLimits } from '../limits/body-limits.js'
import type { CallLimits } from '../limits/call-limits.js'
import { documentation, page } from '../openapi/document.js'
import { startCallLimits } from './call-limits.js'

/** The stream of the log; standard output by default. */
export type LogStream = { write(line: string): void }

/** The server without routes. */
export async function createHttpApp(
  config: Config,
  meter: Metrics,
  logStream: LogStream | undefined,
): Promise<App> {
  const app = createApp({
    logLevel: config.LOG_LEVEL,
    bodyLimit: bodyLimits.small,
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    arrival: arrivalLimits(config),
    ...(logStream ? { logStream } : {}),
  })
  if (config.PROBE_PORT !== undefined) separateProbes(app, config.LOG_LEVEL)
  await compressAnswers(app)
  metrics(app, meter)
  return app
}

type Deps = {
  config: Config
  cache: Cache
  metrics: Metrics
  /** Wall clock, ms. */
  now: () => number
}

/** Registers the hooks that run before every route. */
export async function prepareCalls(app: App, deps: Deps): Promise<CallLimits> {
  // Before the limits, so that pages of other origins can read their errors, and preflights end here.
  await app.register(cors, {
    origin: listOf(deps.config.CORS_ORIGINS),
    exposedHeaders: [
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'ETag',
      'Idempotency-Replayed',
      'Server-Timing',
    ],
    maxAge: 600,
  })
  const limits = startCallLimits(app, deps)
  refuseMalformedQueries(app)
  await documentApi(app, documentation)
  await documentationPage(app, page)
  // Answers are about accounts and private resources, so no cache may store them.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  return limits
}
