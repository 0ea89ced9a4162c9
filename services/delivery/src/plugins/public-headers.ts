import cors from '@fastify/cors'
import { type App, securityHeaders } from '@vitrine/http'

const exposed = [
  ...['ETag', 'Accept-Ranges', 'Content-Range', 'X-Request-Id'],
  ...['Retry-After', 'RateLimit', 'RateLimit-Policy'],
].join(', ')

/** What a script sends that keeps answers itself, or fetches a part. */
const conditional = [
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
  ...['If-Range', 'Range'],
]

/** Open to every site: what protects a widget is its key, and images need none. */
export async function openToAllOrigins(app: App): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-Key', 'X-Request-Id', ...conditional],
    exposedHeaders: exposed,
    maxAge: 86_400,
    // Else an OPTIONS that is no preflight gets a 400 that is not an error of ours.
    strictPreflight: false,
    // Safari waits for a Content-Length, which a 204 must be without (RFC 9110, 8.6).
    optionsSuccessStatus: 200,
  })
}

/** Also where the CORS plugin is not asked: of a URL that cannot be decoded, of a warm answer. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
} as const

/** What every answer says, for those that are made ahead and do not come by the hooks. */
export const publicHeaders = { ...securityHeaders, ...crossOriginHeaders } as const
