import type { Cache } from '@vitrine/cache'
import type { Scoped } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'
import { createWindowCounter } from '../limits/window-counter.js'
import { createBcryptPool } from '../resources/auth/passwords/bcrypt-pool.js'
import { createPasswords } from '../resources/auth/passwords/passwords.js'
import { RefreshCookie } from '../resources/auth/sessions/refresh-cookie.js'
import { createRefreshTokens } from '../resources/auth/sessions/refresh-token.js'
import { Sessions } from '../resources/auth/sessions/sessions.js'
import { createAttempts } from '../resources/auth/throttling/attempts.js'
import { createDeviceCookies } from '../resources/auth/throttling/device-cookies.js'
import { accessTokens } from '../scopes/authentication.js'
import { reportRefusals } from '../scopes/refusals.js'
import type { Keyring } from '../secrets/keyring.js'
import { SecurityLog } from '../security-log/log.js'

type Deps = {
  config: Config
  database: Scoped
  cache: Cache
  keyring: Keyring
  metrics: Metrics
}

/** Passwords, sessions and their tokens, the limits of failed logins, and the security log. */
export async function startLogins(app: App, deps: Deps) {
  const { config, database, cache, keyring, metrics } = deps
  const tokens = await accessTokens(app, {
    keyring,
    lifetimeSeconds: config.ACCESS_TOKEN_SECONDS,
  })
  const pool = createBcryptPool({ threads: config.BCRYPT_WORKERS, maxQueue: config.BCRYPT_QUEUE })
  app.addHook('onClose', () => pool.close())
  const security = new SecurityLog({ database, log: app.log })
  app.addHook('onClose', () => security.drained())
  reportRefusals(app, security, metrics)

  const passwords = createPasswords({ pool, cost: config.BCRYPT_COST })
  const refreshTokens = createRefreshTokens({ keyring, lifetimeDays: config.REFRESH_TOKEN_DAYS })
  const sessions = new Sessions({ database, accessTokens: tokens, refreshTokens, security })
  const refreshCookie = new RefreshCookie({
    publicUrl: config.PUBLIC_URL,
    lifetimeDays: config.REFRESH_TOKEN_DAYS,
  })
  const devices = createDeviceCookies({
    keyring,
    isSecure: config.PUBLIC_URL.startsWith('https:'),
  })
  const attempts = createAttempts({
    devices,
    counter: createWindowCounter({ shared: cache.increment, windowSeconds: 60 }),
    limits: {
      failures: config.LOGIN_FAILURES_PER_MINUTE,
      loginsPerAddress: config.LOGINS_PER_ADDRESS_PER_MINUTE,
      registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS_PER_MINUTE,
    },
  })
  return { passwords, sessions, refreshCookie, devices, attempts, security }
}
