import { settings, storeSettings, withRules } from '@vitrine/config'
import Type, { type Static } from 'typebox'

const perMinute = (fallback: number, what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: fallback,
    description: `most ${what} in a minute, over all instances; further ones get 429. 0: no limit`,
  })

/** All settings. `.env.example` and `SETTINGS.md` list them too; a test compares the three. */
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
  REDIS_TIMEOUT_MS: settings.RedisTimeoutMs(50),
  ...storeSettings.properties,
  MAX_IMAGE_PIXELS: settings.MaxImagePixels,
  // A rendition of 4096 × 4096 pixels as AVIF: 400 MB.
  MAX_IMAGE_MEMORY_BYTES: settings.MaxImageMemoryBytes(416),
  CACHE_TTL_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 60,
    description: 'how long Redis keeps a cached answer, seconds; freshness does not depend on it',
  }),
  CACHE_MAX_BYTES: Type.Integer({
    minimum: 1_000_000,
    default: 64 * 1024 * 1024,
    description: 'memory for answers cached in the process, bytes, approximately',
  }),
  REDIS_GRACE_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 900,
    description:
      'while Postgres is unreachable, how long cached answers that Redis confirms are still served, seconds; 0: not at all',
  }),
  CDN_PURGE: settings.CdnPurge,
  RENDER_CONCURRENCY: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description:
        'renditions rendered at the same time; without it, the number of cores, or fewer under a container’s CPU limit',
    }),
  ),
  RENDER_MEMORY_BYTES: Type.Optional(
    Type.Integer({
      minimum: 16 * 1024 * 1024,
      description:
        'memory for all renditions rendered at the same time, bytes; without it, MAX_IMAGE_MEMORY_BYTES, or 64 MiB for each of RENDER_CONCURRENCY if that is more',
    }),
  ),
  RENDER_QUEUE: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 64,
    description: 'renditions that may wait for a slot; further ones get 503. Projects take turns',
  }),
  RENDER_DEADLINE_MS: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 5000,
    description:
      'longest wait of a rendition for a slot, ms; a rendition that is expected to begin too late gets 503 at once, and no request waits longer than twice this time',
  }),
  RENDITION_MEMORY_BYTES: Type.Integer({
    minimum: 0,
    default: 16 * 1024 * 1024,
    description: 'image bytes cached in memory, bytes; 0: none',
  }),
  RENDITION_DISK_BYTES: Type.Integer({
    minimum: 0,
    default: 1024 * 1024 * 1024,
    description: 'image bytes cached on disk, bytes; 0: none',
  }),
  CACHE_DIRECTORY: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'folder for cached images and those being rendered; without it, the system’s folder for temporary files',
    }),
  ),
  RENDITIONS_PER_ASSET: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description:
      'renditions of one image that the object store keeps, in addition to those of published widgets; the oldest are removed',
  }),
  RATE_LIMIT_PER_KEY: perMinute(600_000, 'requests with one API key'),
  RATE_LIMIT_PER_ADDRESS: perMinute(60_000, 'requests from one address'),
  RENDER_LIMIT_PER_ADDRESS: perMinute(600, 'renditions rendered for one address'),
  EVENT_LIMIT_PER_KEY: perMinute(600_000, 'events of visitors that one API key records'),
  EVENT_LIMIT_PER_ADDRESS: perMinute(3_000, 'events of visitors from one address'),
})

export const Config = withRules(Settings, storeSettings.rules)

export type Config = Static<typeof Config>

export const arrivalLimits = (config: Config) => ({
  headersMs: config.HEADERS_TIMEOUT_MS,
  silenceMs: config.BODY_SILENCE_MS,
  totalMs: config.BODY_TIMEOUT_MS,
  connections: config.MAX_CONNECTIONS,
})
