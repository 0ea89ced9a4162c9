import type { Cache } from '@vitrine/cache'
import type { ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Metrics } from '@vitrine/metrics'
import type { Budgets } from '../changes/budgets.js'
import type { Changes } from '../changes/changes.js'
import { verifyPersonalToken } from '../changes/rights/personal-tokens.js'
import type { Config } from '../config.js'
import type { JobRunner } from '../queue/runner.js'
import { InvitationAcceptance } from '../resources/auth/acceptance/acceptance.js'
import { createAccountDeletion } from '../resources/auth/account/deletion.js'
import { createAccountService } from '../resources/auth/account/service.js'
import { allowsDemoLogin } from '../resources/auth/demo/local.js'
import { createDemoLogin } from '../resources/auth/demo/service.js'
import { createEmailVerification } from '../resources/auth/mail/email-verification.js'
import { createPasswordReset } from '../resources/auth/mail/password-reset.js'
import { AuthService } from '../resources/auth/service.js'
import { createSessionService } from '../resources/auth/sessions/service.js'
import { createTokenService } from '../resources/tokens/service.js'
import type { Keyring } from '../secrets/keyring.js'
import { recordLastUse } from './last-use.js'
import { startLogins } from './logins.js'
import { assembleMail } from './mail.js'

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

/** The services of accounts: registration, login, sessions, passwords, addresses. */
export async function assembleAccounts(app: App, deps: Deps) {
  const { changes, budgets } = deps
  const database = deps.database.forAccounts()
  const logins = await startLogins(app, { ...deps, database })
  const lastUse = recordLastUse(app, database)
  const { limits, outbox } = assembleMail(deps)

  const parts = { database, changes, ...logins, outbox }
  const withLimits = { ...parts, limits }
  const ofAnyone = { ...parts, database: deps.database }
  return {
    auth: new AuthService(parts),
    /** null unless the service runs on a developer's machine. */
    demoLogin: allowsDemoLogin(deps.config) ? createDemoLogin(parts) : null,
    sessions: logins.sessions,
    devices: logins.devices,
    refreshCookie: logins.refreshCookie,
    verification: createEmailVerification(withLimits),
    resets: createPasswordReset(withLimits),
    outbox,
    acceptance: new InvitationAcceptance({ ...parts, budgets }),
    accounts: createAccountService({ ...ofAnyone, uploadLimits: uploadLimitsOf(deps.config) }),
    ownSessions: createSessionService(ofAnyone),
    personalTokens: createTokenService({ database: deps.database, changes, budgets }),
    deleteAccount: createAccountDeletion(parts),
    lastUse,
    verifyPersonalToken: verifyPersonalToken(database),
  }
}

const uploadLimitsOf = ({ MAX_UPLOAD_BYTES, MAX_IMAGE_PIXELS }: Config) => ({
  maxBytes: MAX_UPLOAD_BYTES,
  maxPixels: MAX_IMAGE_PIXELS,
})

export type Accounts = Awaited<ReturnType<typeof assembleAccounts>>
