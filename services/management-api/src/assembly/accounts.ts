import type { Cache } from '@vitrine/cache'
import type { Scoped, ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import type { Bearer } from '../authority/bearer.js'
import { verifyPersonalToken } from '../authority/personal-tokens.js'
import type { Changes } from '../changes/changes.js'
import type { Config } from '../config.js'
import type { JobRunner } from '../jobs/queue/runner.js'
import { createMailLimits, mailWindowSeconds } from '../mail/limits.js'
import { createPostbox } from '../mail/postbox.js'
import { accessTokens } from '../plugins/authentication.js'
import { reportRefusals } from '../plugins/refusals.js'
import { createSecurityLog } from '../resources/audit-events/security/log.js'
import { createAccountDeletion } from '../resources/auth/account/deletion.js'
import { createAccountService } from '../resources/auth/account/service.js'
import { createEmailVerification } from '../resources/auth/mail/email-verification.js'
import { createPasswordReset } from '../resources/auth/mail/password-reset.js'
import { createBcryptPool } from '../resources/auth/passwords/bcrypt-pool.js'
import { createPasswords } from '../resources/auth/passwords/passwords.js'
import { createAuthService } from '../resources/auth/service.js'
import { createLastUse } from '../resources/auth/sessions/last-use.js'
import { createRefreshTokens } from '../resources/auth/sessions/refresh-token.js'
import { sessionRepository } from '../resources/auth/sessions/repository.js'
import { createSessionService } from '../resources/auth/sessions/service.js'
import { createSessions } from '../resources/auth/sessions/sessions.js'
import { createAttempts } from '../resources/auth/throttling/attempts.js'
import { createDeviceCookies } from '../resources/auth/throttling/device-cookies.js'
import { createWindowCounter } from '../resources/auth/throttling/window-counter.js'
import { createAcceptance } from '../resources/invitations/acceptance.js'
import { tokenUseRepository } from '../resources/tokens/repository.js'
import { createTokenService } from '../resources/tokens/service.js'
import type { Budgets } from '../resources/usage/budgets.js'
import type { Keyring } from '../secrets/keyring.js'

type Deps = {
  config: Config
  database: ScopedDatabase
  cache: Cache
  changes: Changes
  jobs: JobRunner
  budgets: Budgets
  keyring: Keyring
  metrics: Metrics
}

/** All that logs people in, tells who they are, and ends that. */
export async function assembleAccounts(app: App, deps: Deps) {
  const { config, database, cache, changes, jobs, budgets, keyring, metrics } = deps
  const accountDatabase = database.forAccounts()
  const mailLimits = createMailLimits({
    counter: createWindowCounter({ shared: cache.increment, windowSeconds: mailWindowSeconds }),
    perAddress: config.MAIL_CALLS_PER_ADDRESS,
    perMailbox: config.MAILS_PER_MAILBOX,
  })
  const postbox = createPostbox({
    isOpen: config.SMTP_URL !== undefined,
    limits: mailLimits,
    wake: jobs.wakeMail,
  })
  const tokens = await accessTokens(app, {
    keyring,
    lifetimeSeconds: config.ACCESS_TOKEN_SECONDS,
  })
  const pool = createBcryptPool({ threads: config.BCRYPT_WORKERS, maxQueue: config.BCRYPT_QUEUE })
  app.addHook('onClose', () => pool.close())
  const passwords = createPasswords({ pool, cost: config.BCRYPT_COST })
  const refreshTokens = createRefreshTokens({
    keyring,
    lifetimeDays: config.REFRESH_TOKEN_DAYS,
  })
  const security = createSecurityLog({ database: accountDatabase, log: app.log })
  app.addHook('onClose', () => security.drained())
  reportRefusals(app, security, metrics)
  const sessions = createSessions({
    database: accountDatabase,
    accessTokens: tokens,
    refreshTokens,
    security,
  })
  const lastUse = recordLastUse(app, accountDatabase)
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
  const auth = createAuthService({
    database: accountDatabase,
    changes,
    passwords,
    sessions,
    attempts,
    security,
    postbox,
  })
  const verification = createEmailVerification({
    database: accountDatabase,
    changes,
    passwords,
    attempts,
    security,
    postbox,
    limits: mailLimits,
  })
  const resets = createPasswordReset({
    database: accountDatabase,
    changes,
    passwords,
    sessions,
    postbox,
    limits: mailLimits,
  })
  const accounts = createAccountService({
    database,
    changes,
    passwords,
    sessions,
    attempts,
    security,
  })
  const ownSessions = createSessionService({ database, changes, sessions })
  const personalTokens = createTokenService({ database, changes, budgets })
  const deleteAccount = createAccountDeletion({
    database: accountDatabase,
    changes,
    passwords,
    attempts,
    security,
  })
  const acceptInvitation = createAcceptance({
    database: accountDatabase,
    changes,
    passwords,
    sessions,
    attempts,
    budgets,
    security,
    postbox,
  })
  return {
    auth,
    sessions,
    devices,
    verification,
    resets,
    postbox,
    acceptInvitation,
    accounts,
    ownSessions,
    personalTokens,
    deleteAccount,
    lastUse,
    verifyPersonalToken: verifyPersonalToken(accountDatabase),
  }
}

/** When sessions and personal access tokens were used. Written off the request's way. */
function recordLastUse(app: App, database: Scoped) {
  const { log } = app
  const lastUse = {
    sessions: createLastUse({
      what: 'sessions',
      record: sessionRepository(database).recordUse,
      log,
    }),
    tokens: createLastUse({
      what: 'personal access tokens',
      record: tokenUseRepository(database).recordUse,
      log,
    }),
  }
  for (const { start, stop } of Object.values(lastUse)) {
    app.addHook('onReady', async () => start())
    app.addHook('onClose', () => stop())
  }
  return {
    used: ({ sid, personalToken }: Bearer): void => {
      if (personalToken !== undefined) lastUse.tokens.used(personalToken.scope.tokenId)
      else if (sid !== undefined) lastUse.sessions.used(sid)
    },
  }
}

export type Accounts = Awaited<ReturnType<typeof assembleAccounts>>
