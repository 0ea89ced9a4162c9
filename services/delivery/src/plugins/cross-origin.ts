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

/** Request headers of a script that keeps answers itself, or fetches a part of one. */
const conditionalHeaders = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Range',
  'Range',
]

/** Header fields of every answer. Any site may read it: a widget is protected by its key. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
} as const

/** Answers preflight requests. */
export async function answerPreflights(app: App): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-Key', 'X-Request-Id', ...conditionalHeaders],
    exposedHeaders,
    maxAge: 86_400,
    // Otherwise an OPTIONS request that is no preflight gets a 400 that is not an error of the API.
    strictPreflight: false,
    // Safari waits for a Content-Length, which a 204 must not have (RFC 9110, 8.6).
    optionsSuccessStatus: 200,
  })
}
