import Type from 'typebox'

/** Settings that more than one service has: said once, so that they mean the same in both. */

export const Host = Type.String({ default: '0.0.0.0', description: 'address to listen on' })

export const Port = (fallback: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: fallback,
    description: 'port to listen on, 0–65535; 0 takes a free one',
  })

export const ProbePort = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 65535,
    description:
      'port of its own for /metrics, /healthz and /readyz, 0–65535; they are on PORT if left out',
  }),
)

export const PublicUrl = Type.String({
  pattern: '^https?://[^/?#]+$',
  description:
    'base of every address in a response, http(s)://host[:port] without a slash at the end',
})

export const LogLevel = Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  default: 'info',
  description: 'fatal, error, warn, info, debug, trace or silent',
})

export const DatabaseUrl = Type.String({
  pattern: '^postgres(ql)?://',
  description: 'postgresql://user:password@host:port/database',
})

export const DatabaseSessionUrl = Type.Optional(
  Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'address for the one connection that listens, where DATABASE_URL is a pool of transactions; DATABASE_URL if left out',
  }),
)

export const DatabasePoolSize = Type.Integer({
  minimum: 1,
  maximum: 500,
  default: 10,
  description: 'most connections to Postgres of one process, 1–500',
})

export const RedisUrl = Type.String({
  pattern: '^rediss?://',
  description: 'redis://[:password@]host:port',
})

export const MaxImagePixels = Type.Integer({
  minimum: 1,
  default: 100_000_000,
  description: 'most pixels of an image, all frames together',
})

export const MaxImageMemoryBytes = (fallbackMebibytes: number) =>
  Type.Integer({
    minimum: 16 * 1024 * 1024,
    default: fallbackMebibytes * 1024 * 1024,
    description: 'most memory that processing one image may take, bytes; beyond, 400',
  })

export const ShutdownDelaySeconds = Type.Number({
  minimum: 0,
  maximum: 300,
  default: 5,
  description:
    'how long the port stays open after SIGTERM, with readiness off, seconds; 0: not at all',
})

export const DrainSeconds = Type.Number({
  minimum: 0,
  maximum: 300,
  default: 10,
  description: 'longest time that requests in flight get after the shutdown delay, seconds',
})

export const HeadersTimeoutMs = Type.Integer({
  minimum: 100,
  maximum: 600_000,
  default: 30_000,
  description: 'longest time that the headers of a request may take, ms; beyond, 408',
})

export const BodySilenceMs = Type.Integer({
  minimum: 100,
  maximum: 600_000,
  default: 30_000,
  description: 'longest time without a byte of a request’s body, ms; beyond, 408',
})

export const BodyTimeoutMs = Type.Integer({
  minimum: 100,
  maximum: 600_000,
  default: 60_000,
  description: 'longest time that a body may take that is no upload, ms; beyond, 408',
})

export const MaxConnections = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  default: 10_000,
  description: 'most connections at once; beyond, new ones are closed',
})

export const DatabaseTimeoutMs = (fallback: number) =>
  Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: fallback,
    description: 'longest time that one SQL statement may take, ms',
  })

const proxy = '(loopback|linklocal|uniquelocal|[0-9A-Fa-f.:]+(/[0-9]{1,3})?)'

export const TrustedProxies = Type.String({
  default: '',
  pattern: `^(${proxy}( *, *${proxy})*)?$`,
  description:
    'proxies whose X-Forwarded-For is believed, separated by commas: addresses, CIDR ranges, loopback, linklocal or uniquelocal',
})
