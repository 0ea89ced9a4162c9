import { AppError } from '@vitrine/contracts/errors'
import type { Scoped } from '@vitrine/database'
import { sha256 } from '../../../secrets/sha256.js'
import type { SecurityLog } from '../../../security-log/log.js'
import type { Client } from '../client.js'
import { authRepository } from '../repository.js'
import type { Session } from '../schemas.js'
import type { Sessions } from '../sessions/sessions.js'
import type { Attempts } from '../throttling/attempts.js'

type Deps = { database: Scoped; sessions: Sessions; attempts: Attempts; security: SecurityLog }

/** Failed attempts of one address count together, under a name that no e-mail has. */
const account = { email: 'one-time code', user: null }

/** Logs in with a code that `npm start` has stored. */
export function createDemoLogin({ database, sessions, attempts, security }: Deps) {
  return {
    /** @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS */
    logIn: async (code: string, client: Client): Promise<Session> => {
      const attempt = await attempts.login(client, account)
      const session = await database.transaction(async (tx) => {
        const accounts = authRepository(tx)
        const userId = await accounts.spendLoginCode(sha256(code))
        return userId && sessions.start(await accounts.getUser(userId), client, tx)
      })
      if (!session) throw invalid()
      await attempt.succeeded()
      security.ofAccount(client, 'account.login', { id: session.user.id, isActor: true })
      return session
    },
  }
}

export type DemoLogin = ReturnType<typeof createDemoLogin>

const invalid = () =>
  new AppError(
    'CREDENTIALS_INVALID',
    'This link is not valid: it was used, or has expired. Start the stack again for another one, or log in with the password.',
  )
