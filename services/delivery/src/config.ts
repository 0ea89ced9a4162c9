import { settings } from '@vitrine/config'
import Type, { type Static } from 'typebox'

/** Everything that can be set; `.env.example` at the top says the same and is tested against it. */
export const Config = Type.Object({
  HOST: settings.Host,
  PORT: settings.Port(3002),
  PUBLIC_URL: settings.PublicUrl,
  LOG_LEVEL: settings.LogLevel,
  DRAIN_SECONDS: settings.DrainSeconds,
  DATABASE_URL: settings.DatabaseUrl,
  DATABASE_POOL_SIZE: settings.DatabasePoolSize,
  DATABASE_TIMEOUT_MS: settings.DatabaseTimeoutMs(500),
  REDIS_URL: settings.RedisUrl,
  S3_ENDPOINT: settings.S3Endpoint,
  S3_REGION: settings.S3Region,
  S3_ACCESS_KEY: settings.S3AccessKey,
  S3_SECRET_KEY: settings.S3SecretKey,
  S3_BUCKET: settings.S3Bucket,
  STORE_TIMEOUT_MS: settings.StoreTimeoutMs,
  MAX_IMAGE_PIXELS: settings.MaxImagePixels,
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
      description: 'renditions made at once; the number of cores if left out',
    }),
  ),
  RENDER_QUEUE: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 64,
    description: 'renditions that may wait for their turn; beyond, 503',
  }),
})

export type Config = Static<typeof Config>
