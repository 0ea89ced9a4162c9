import { settings, storeSettings, withRules } from '@vitrine/config'
import Type, { type Static } from 'typebox'

const perMinute = (fallback: number, what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: fallback,
    description: `most ${what} in a minute, over all instances; beyond, 429; 0: no limit`,
  })

/** Everything that can be set; `.env.example` at the top says the same and is tested against it. */
const Settings = Type.Object({
  HOST: settings.Host,
  PORT: settings.Port(3002),
  PROBE_PORT: settings.ProbePort,
  PUBLIC_URL: settings.PublicUrl,
  TRUSTED_PROXIES: settings.TrustedProxies,
  LOG_LEVEL: settings.LogLevel,
  SHUTDOWN_DELAY_SECONDS: settings.ShutdownDelaySeconds,
  DRAIN_SECONDS: settings.DrainSeconds,
  HEADERS_TIMEOUT_MS: settings.HeadersTimeoutMs,
  BODY_SILENCE_MS: settings.BodySilenceMs,
  BODY_TIMEOUT_MS: settings.BodyTimeoutMs,
  MAX_CONNECTIONS: settings.MaxConnections,
  DATABASE_URL: settings.DatabaseUrl,
  DATABASE_SESSION_URL: settings.DatabaseSessionUrl,
  DATABASE_POOL_SIZE: settings.DatabasePoolSize,
  DATABASE_TIMEOUT_MS: settings.DatabaseTimeoutMs(500),
  REDIS_URL: settings.RedisUrl,
  ...storeSettings.properties,
  MAX_IMAGE_PIXELS: settings.MaxImagePixels,
  // A rendition of 4096 × 4096 pixels as AVIF: 400 MB.
  MAX_IMAGE_MEMORY_BYTES: settings.MaxImageMemoryBytes(416),
  CACHE_TTL_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 60,
    description: 'how long Redis keeps an answer, seconds; freshness does not depend on it',
  }),
  CACHE_MAX_BYTES: Type.Integer({
    minimum: 1_000_000,
    default: 64 * 1024 * 1024,
    description: 'answers kept in the process, bytes, roughly',
  }),
  REDIS_GRACE_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 900,
    description:
      'how long, with Postgres out of reach, kept answers are given that Redis confirms, seconds; 0: not at all',
  }),
  RENDER_CONCURRENCY: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description:
        'renditions made at once; the number of cores if left out, or fewer where a CPU limit of the container allows fewer',
    }),
  ),
  RENDER_MEMORY_BYTES: Type.Optional(
    Type.Integer({
      minimum: 16 * 1024 * 1024,
      description:
        'memory that renditions made at once may take together, bytes; MAX_IMAGE_MEMORY_BYTES if left out, or 64 MiB for each of RENDER_CONCURRENCY if that is more',
    }),
  ),
  RENDER_QUEUE: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 64,
    description: 'renditions that may wait for their turn; beyond, 503',
  }),
  RENDER_DEADLINE_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 5000,
    description:
      'longest wait of a rendition for its turn, ms; one that is expected to begin too late is 503 at once, and no request waits longer than twice this time',
  }),
  RENDITION_MEMORY_BYTES: Type.Integer({
    minimum: 0,
    default: 16 * 1024 * 1024,
    description: 'images kept in memory, bytes; 0: none',
  }),
  RENDITION_DISK_BYTES: Type.Integer({
    minimum: 0,
    default: 1024 * 1024 * 1024,
    description: 'images kept on disk, bytes; 0: none',
  }),
  CACHE_DIRECTORY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'folder for images that are kept or being made; the system’s own if left out',
    }),
  ),
  RENDITIONS_PER_ASSET: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description:
      'renditions of one image that the object store keeps, besides those that the embed asks for; beyond, the oldest go',
  }),
  RATE_LIMIT_PER_KEY: perMinute(600_000, 'requests with one API key'),
  RATE_LIMIT_PER_ADDRESS: perMinute(60_000, 'requests of one address'),
  RENDER_LIMIT_PER_ADDRESS: perMinute(600, 'renditions made anew for one address'),
})

export const Config = withRules(Settings, storeSettings.rules)

export type Config = Static<typeof Config>

/** How long requests may take to arrive, and how many connections there may be. */
export const arrivalLimits = (config: Config) => ({
  headersMs: config.HEADERS_TIMEOUT_MS,
  silenceMs: config.BODY_SILENCE_MS,
  totalMs: config.BODY_TIMEOUT_MS,
  connections: config.MAX_CONNECTIONS,
})
