import { settings, storeSettings, withRules } from '@vitrine/config'
import type { ArrivalLimits } from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { JWT_SECRETS, secretRules } from './secrets/keyring.js'

const perMinute = (fallback: number, what: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: fallback,
    description: `most ${what} in a minute, 1–1000000; further ones get 429`,
  })

/** A limit over all instances. 0 disables it. */
const callsPerMinute = (fallback: number, what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: fallback,
    description: `most ${what} in a minute, over all instances; further ones get 429. 0: no limit`,
  })

const budget = (fallback: number, what: string, of = 'an organization') =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: fallback,
    description: `most ${what} of ${of} that has no limit of its own; further ones get 403`,
  })

type Values = Readonly<Record<string, unknown>>

/** All settings. `.env.example` and `SETTINGS.md` list them too; a test compares the three. */
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
  REDIS_TIMEOUT_MS: settings.RedisTimeoutMs(250),
  ...storeSettings.properties,
  MAX_IMAGE_PIXELS: settings.MaxImagePixels,
  MAX_IMAGE_SIDE: Type.Integer({
    minimum: 1,
    default: 30_000,
    description: 'greatest width or height of an uploaded image, pixels; larger ones get 400',
  }),
  // With the service and an image process 600 MiB. An AVIF of 20 megapixels, a HEIC of 48.
  MAX_IMAGE_MEMORY_BYTES: settings.MaxImageMemoryBytes(344),
  MAX_UPLOAD_BYTES: Type.Integer({
    minimum: 1,
    default: 25 * 1024 * 1024,
    description: 'largest upload, bytes',
  }),
  UPLOAD_QUEUE: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 64,
    description:
      'uploads that may wait to be processed, 0–10000; further ones get 503. Accounts take turns',
  }),
  UPLOAD_DIR: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'folder for uploads in progress; without it, the system’s folder for temporary files',
    }),
  ),
  JWT_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'secret that signs access tokens; at least 32 characters, the same on every instance, for example from openssl rand -hex 32. This or JWT_SECRETS is required',
    }),
  ),
  JWT_SECRETS,
  DEMO_LOGIN: Type.Integer({
    minimum: 0,
    maximum: 1,
    default: 0,
    description:
      '1 lets the one-time link of `npm start` log in to the demo; only with a PUBLIC_URL of this machine, such as http://localhost:8080',
  }),
  ACCESS_TOKEN_SECONDS: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 900,
    description: 'lifetime of an access token, seconds',
  }),
  REFRESH_TOKEN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'lifetime of a refresh token, days',
  }),
  BCRYPT_COST: Type.Integer({
    minimum: 10,
    maximum: 15,
    default: 12,
    description: 'work factor of password hashes, 10–15; each step doubles the time',
  }),
  BCRYPT_WORKERS: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 2,
    description: 'threads that compute password hashes, 1–64',
  }),
  BCRYPT_QUEUE: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description: 'password hashes that may wait for a thread, 1–10000; further ones get 503',
  }),
  LOGIN_FAILURES_PER_MINUTE: perMinute(
    5,
    'failed logins to one account from one address, or from one browser that has logged in to it before and then has to wait longer each time,',
  ),
  LOGINS_PER_ADDRESS_PER_MINUTE: perMinute(20, 'logins from one address'),
  REGISTRATIONS_PER_ADDRESS_PER_MINUTE: perMinute(20, 'registrations from one address'),
  CALLS_PER_USER_PER_MINUTE: callsPerMinute(1200, 'calls of one user'),
  CALLS_PER_ADDRESS_PER_MINUTE: callsPerMinute(3000, 'calls from one address'),
  ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: callsPerMinute(
    60,
    'calls from one address without a valid access token, and refreshes of one session,',
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
      description:
        'mail server, smtp(s)://[user:password@]host[:port]; without it no mail is sent, and no forgotten password can be reset',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      format: 'single-line',
      minLength: 3,
      description:
        'sender of mails, such as Vitrine <no-reply@example.com>; without it, no-reply at the host of PUBLIC_URL',
    }),
  ),
  MAIL_CALLS_PER_ADDRESS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 30,
    description:
      'most calls from one address in 15 minutes that send a mail or use its token, 1–1000000; further ones get 429',
  }),
  MAILS_PER_MAILBOX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 3,
    description:
      'most mails of one kind to one mailbox in 15 minutes, 1–1000000; further ones are not sent',
  }),
  TRUSTED_PROXIES: settings.TrustedProxies,
  CDN_PURGE: settings.CdnPurge,
  CDN_PURGE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^?#,@]+(, ?https?://[^?#,@]+)*$',
      description:
        'address that takes purges: of Varnish, all servers with commas between, or of a program of your own; for the others that of the vendor’s API by default',
    }),
  ),
  CDN_PURGE_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'token or key that allows the purges' }),
  ),
  CDN_PURGE_ZONE: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'zone of Cloudflare, service of Fastly or pull zone of bunny, by its id',
    }),
  ),
  AUDIT_EVERY: Type.Integer({
    minimum: 0,
    default: 100,
    description:
      'one change in this many is audited: every replica then compares its cached answers with the database. 0: none',
  }),
  AUDIT_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 365,
    description:
      'how long audit events are shown to admins, and kept unless the history needs them, days, 0–36500; 0: without end',
  }),
  HISTORY_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 365,
    description:
      'how long the changes of widgets and assets are shown to members, days, 0–36500; 0: without end',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    description: 'origins that may call this service from a browser, separated by commas',
  }),
})

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether the address of the installation is of this machine alone, over plain http. */
function isLocal(publicUrl: unknown): boolean {
  if (typeof publicUrl !== 'string' || !URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && localHosts.includes(hostname)
}

/** Whether the one-time link of `npm start` may log in. */
export const allowsDemoLogin = ({ DEMO_LOGIN, PUBLIC_URL }: Values): boolean =>
  Number(DEMO_LOGIN) === 1 && isLocal(PUBLIC_URL)

const demoRule = {
  holds: (values: Values) => Number(values.DEMO_LOGIN ?? 0) === 0 || allowsDemoLogin(values),
  message: 'DEMO_LOGIN is only for a PUBLIC_URL of this machine, such as http://localhost:8080',
}

/** The caches whose address an operator has to say. */
const ownCaches: readonly unknown[] = ['varnish', 'http']

const purgeRules = [
  {
    holds: ({ CDN_PURGE, CDN_PURGE_URL }: Values) =>
      !ownCaches.includes(CDN_PURGE) || CDN_PURGE_URL !== undefined,
    message: 'CDN_PURGE_URL is missing: CDN_PURGE needs the address of the cache',
  },
  {
    holds: ({ CDN_PURGE, CDN_PURGE_TOKEN, CDN_PURGE_ZONE }: Values) =>
      CDN_PURGE === undefined ||
      ownCaches.includes(CDN_PURGE) ||
      (CDN_PURGE_TOKEN !== undefined && CDN_PURGE_ZONE !== undefined),
    message: 'CDN_PURGE_TOKEN and CDN_PURGE_ZONE are needed for the CDN of CDN_PURGE',
  },
]

export const Config = withRules(Settings, [
  ...storeSettings.rules,
  ...secretRules,
  ...purgeRules,
  demoRule,
])

export type Config = Static<typeof Config>

/** Time limits for receiving requests, and the maximum number of connections. */
export const arrivalLimits = (config: Config): ArrivalLimits => ({
  headersMs: config.HEADERS_TIMEOUT_MS,
  silenceMs: config.BODY_SILENCE_MS,
  totalMs: config.BODY_TIMEOUT_MS,
  connections: config.MAX_CONNECTIONS,
})

/** The budgets of organizations and users without limits of their own. */
export const budgetLimits = (config: Config) => ({
  projects: config.BUDGET_PROJECTS,
  assets: config.BUDGET_ASSETS,
  storedBytes: config.BUDGET_STORED_BYTES,
  widgets: config.BUDGET_WIDGETS,
  apiKeys: config.BUDGET_API_KEYS,
  members: config.BUDGET_MEMBERS,
  invitations: config.BUDGET_INVITATIONS,
  organizations: config.BUDGET_ORGANIZATIONS_PER_USER,
  tokens: config.BUDGET_TOKENS_PER_USER,
})
