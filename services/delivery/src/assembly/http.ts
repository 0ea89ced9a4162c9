import { listOf } from '@vitrine/config'
import { createApp, documentApi } from '@vitrine/http'
import { arrivalLimits, type Config } from '../config.js'
import { documentation } from '../openapi/documentation.js'
import { crossOriginHeaders } from '../plugins/cross-origin.js'

export type LogStream = { write(line: string): void }

/** The app before its clients and routes. */
export async function createHttpApp(config: Config, logStream?: LogStream) {
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
  return app
}
