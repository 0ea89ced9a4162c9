import cors from '@fastify/cors'
import type { App } from '@vitrine/http'

const exposedHeaders = [
  'ETag',
  'Accept-Ranges',
  'Content-Range',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
].join(', ')

/** Request headers of scripts that cache answers themselves or fetch ranges. */
const conditionalHeaders = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Range',
  'Range',
]

/** Header fields of every answer. Any site may read answers: widgets are protected by API keys. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
} as const

/** In a scope of its own, so that the plugin's hook does not run for other requests, which have `crossOriginHeaders`. */
export async function answerPreflights(app: App): Promise<void> {
  await app.register(async (scope: App) => {
    await scope.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ['X-API-Key', 'X-Request-Id', 'Content-Type', ...conditionalHeaders],
      exposedHeaders,
      maxAge: 86_400,
      // Otherwise an OPTIONS request that is not a preflight gets a 400 without the API's error body.
      strictPreflight: false,
      // Safari waits for a Content-Length, which a 204 must not have (RFC 9110, 8.6).
      optionsSuccessStatus: 200,
    })
  })
}
