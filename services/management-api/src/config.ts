import { settings, storeSettings, withRules } from '@vitrine/config'
import type { ArrivalLimits } from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { JWT_SECRETS, secretRules } from './secrets/keyring.js'

const perMinute = (fallback: number, what: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: fallback,
    description: `most ${what} in a minute, 1–1000000; beyond, 429`,
  })

/** Over all instances, and without limit where an operator sets 0. */
const callsPerMinute = (fallback: number, what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: fallback,
    description: `most ${what} in a minute, over all instances; beyond, 429; 0: no limit`,
  })

const budget = (fallback: number, what: string, of = 'an organization') =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: fallback,
    description: `most ${what} of ${of} that has no limit of its own; beyond, 403`,
  })

/** Everything that can be set; `.env.example` at the top says the same and is tested against it. */
const Settings = Type.Object({
  HOST: settings.Host,
  PORT: settings.Port(3001),
  PROBE_PORT: settings.ProbePort,
  PUBLIC_URL: settings.PublicUrl,
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
  DATABASE_TIMEOUT_MS: settings.DatabaseTimeoutMs(2000),
  REDIS_URL: settings.RedisUrl,
  ...storeSettings.properties,
  MAX_IMAGE_PIXELS: settings.MaxImagePixels,
  // An AVIF of 24 megapixels: 390 MB.
  MAX_IMAGE_MEMORY_BYTES: settings.MaxImageMemoryBytes(384),
  MAX_UPLOAD_BYTES: Type.Integer({
    minimum: 1,
    default: 25 * 1024 * 1024,
    description: 'largest upload, bytes',
  }),
  UPLOAD_QUEUE: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 64,
    description: 'uploads that may wait to be processed, 0–10000; beyond, 503',
  }),
  UPLOAD_DIR: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'folder for uploads under way; the system’s own if left out',
    }),
  ),
  JWT_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'signs access tokens; at least 32 characters, the same on every instance',
    }),
  ),
  JWT_SECRETS,
  ACCESS_TOKEN_SECONDS: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 900,
    description: 'how long an access token is good for, seconds',
  }),
  REFRESH_TOKEN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'how long a refresh token is good for, days',
  }),
  BCRYPT_COST: Type.Integer({
    minimum: 10,
    maximum: 15,
    default: 12,
    description: 'work factor of password hashes, 10–15: each step doubles the time',
  }),
  BCRYPT_WORKERS: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description: 'password hashes computed at once, 1–64, each on a thread of its own',
  }),
  BCRYPT_QUEUE: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description: 'password hashes that may wait for a thread, 1–10000; beyond, 503',
  }),
  LOGIN_FAILURES_PER_MINUTE: perMinute(
    5,
    'failed logins to one account from one address, or from one known browser before it waits',
  ),
  LOGINS_PER_ADDRESS_PER_MINUTE: perMinute(20, 'logins from one address'),
  REGISTRATIONS_PER_ADDRESS_PER_MINUTE: perMinute(20, 'registrations from one address'),
  CALLS_PER_USER_PER_MINUTE: callsPerMinute(1200, 'calls of one user'),
  CALLS_PER_ADDRESS_PER_MINUTE: callsPerMinute(3000, 'calls from one address'),
  ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: callsPerMinute(
    60,
    'calls from one address without a valid access token',
  ),
  BUDGET_PROJECTS: budget(100, 'projects'),
  BUDGET_ASSETS: budget(100_000, 'assets'),
  BUDGET_STORED_BYTES: budget(50 * 1024 ** 3, 'bytes of originals'),
  BUDGET_WIDGETS: budget(10_000, 'widgets'),
  BUDGET_API_KEYS: budget(1_000, 'API keys'),
  BUDGET_MEMBERS: budget(500, 'members'),
  BUDGET_INVITATIONS: budget(200, 'open invitations'),
  BUDGET_ORGANIZATIONS_PER_USER: budget(20, 'owned organizations', 'a user'),
  BUDGET_TOKENS_PER_USER: budget(50, 'personal access tokens that have not expired', 'a user'),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^/?#]+',
      description: 'mail server, smtp(s)://[user:password@]host[:port]; without it no mail is sent',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      format: 'single-line',
      minLength: 3,
      description: 'sender of mails, as in Vitrine <no-reply@example.com>',
    }),
  ),
  MAIL_CALLS_PER_ADDRESS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description:
      'most calls about mail and its tokens from one address in 15 minutes, 1–1000000; beyond, 429',
  }),
  MAILS_PER_MAILBOX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 3,
    description:
      'most mails of one kind to one mailbox in 15 minutes, 1–1000000; beyond, none is sent',
  }),
  TRUSTED_PROXIES: settings.TrustedProxies,
  AUDIT_EVERY: Type.Integer({
    minimum: 0,
    default: 100,
    description:
      'of how many changes one is audited: every replica compares what it keeps with the database; 0: none',
  }),
  AUDIT_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 365,
    description: 'how long audit events are kept, days, 0–36500; 0: for ever',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    description: 'origins that may call this service from a browser, separated by commas',
  }),
})

export const Config = withRules(Settings, [...storeSettings.rules, ...secretRules])

export type Config = Static<typeof Config>

/** How long requests may take to arrive, and how many connections there may be. */
export const arrivalLimits = (config: Config): ArrivalLimits => ({
  headersMs: config.HEADERS_TIMEOUT_MS,
  silenceMs: config.BODY_SILENCE_MS,
  totalMs: config.BODY_TIMEOUT_MS,
  connections: config.MAX_CONNECTIONS,
})
