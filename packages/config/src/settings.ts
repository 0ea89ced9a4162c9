import Type from 'typebox'

/** The settings that both services have, defined once so that they mean the same in both. */

export const Host = Type.String({ default: '0.0.0.0', description: 'address to listen on' })

export const Port = (fallback: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: fallback,
    description: 'port to listen on, 0–65535; 0 takes a free port',
  })

export const ProbePort = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 65535,
    description:
      'separate port for /metrics, /healthz and /readyz, 0–65535; without it /metrics is not served, and the others are on PORT',
  }),
)

export const PublicUrl = Type.String({
  pattern: '^https?://[^/?#]+$',
  description: 'base of every URL in a response, http(s)://host[:port] without a slash at the end',
})

export const LogLevel = Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  default: 'info',
  description: 'lowest level that is logged: fatal, error, warn, info, debug, trace or silent',
})

export const DatabaseUrl = Type.String({
  pattern: '^postgres(ql)?://',
  description:
    'URL of the database, postgresql://user:password@host:port/database; Postgres 14 or later; each service has its own login role',
})

export const DatabaseSessionUrl = Type.Optional(
  Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'URL of the Postgres server for the one connection that listens, if DATABASE_URL is a transaction pooler such as PgBouncer; otherwise DATABASE_URL',
  }),
)

export const DatabasePoolSize = Type.Integer({
  minimum: 1,
  maximum: 500,
  default: 10,
  description: 'most connections of one process to Postgres, 1–500',
})

export const RedisUrl = Type.String({
  pattern: '^rediss?://',
  description:
    'URL of Redis, redis://[:password@]host:port. Installations that share a Redis need a different ?keyPrefix=NAME: each, the same in both services',
})

export const RedisTimeoutMs = (fallback: number) =>
  Type.Integer({
    minimum: 10,
    maximum: 60_000,
    default: fallback,
    description:
      'longest time for one command of Redis, ms; a slower one counts as failed, and the service goes on without it',
  })

export const MaxImagePixels = Type.Integer({
  minimum: 1,
  default: 100_000_000,
  description: 'most pixels of an image, all frames of an animation together; larger ones get 400',
})

export const MaxImageMemoryBytes = (fallbackMebibytes: number) =>
  Type.Integer({
    minimum: 16 * 1024 * 1024,
    default: fallbackMebibytes * 1024 * 1024,
    description:
      'most memory for processing one image, bytes, estimated from its header; larger ones get 400',
  })

export const ShutdownDelaySeconds = Type.Number({
  minimum: 0,
  maximum: 300,
  default: 5,
  description:
    'after SIGTERM, time in which the port stays open while readiness is off, seconds; 0 closes it at once',
})

export const DrainSeconds = Type.Number({
  minimum: 0,
  maximum: 300,
  default: 10,
  description: 'after the shutdown delay, longest time for requests in flight to finish, seconds',
})

export const HeadersTimeoutMs = Type.Integer({
  minimum: 100,
  maximum: 600_000,
  default: 30_000,
  description: 'longest time for the headers of a request to arrive, ms; then 408',
})

export const BodySilenceMs = Type.Integer({
  minimum: 100,
  maximum: 600_000,
  default: 30_000,
  description:
    'longest time without a byte of a request’s body, ms; then 408. Twenty uploads of an account at once have no other limit on their duration',
})

export const BodyTimeoutMs = Type.Integer({
  minimum: 100,
  maximum: 600_000,
  default: 60_000,
  description: 'longest time for any other body to arrive, ms; then 408',
})

export const MaxConnections = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  default: 10_000,
  description: 'most open connections of one process; further ones are closed',
})

export const DatabaseTimeoutMs = (fallback: number) =>
  Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: fallback,
    description: 'longest time for one SQL statement, ms',
  })

const proxy = '(loopback|linklocal|uniquelocal|[0-9A-Fa-f.:]+(/[0-9]{1,3})?)'

export const TrustedProxies = Type.String({
  default: '',
  pattern: `^(${proxy}( *, *${proxy})*)?$`,
  description:
    'proxies whose X-Forwarded-For header is trusted, separated by commas: addresses, CIDR ranges, loopback, linklocal or uniquelocal; without it, all visitors behind a proxy count as one address',
})

/** Both services need it: management-api purges, and delivery breaks off answers that a cache must not keep. */
export const CdnPurge = Type.Optional(
  Type.Enum(['varnish', 'cloudflare', 'fastly', 'bunny', 'http'], {
    description:
      'cache in front of delivery that is purged before a change is acknowledged: varnish, cloudflare, fastly, bunny or http. Without it none is',
  }),
)
