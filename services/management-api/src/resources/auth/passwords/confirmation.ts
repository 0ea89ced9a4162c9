import type { Queryable } from '@vitrine/database'
import type { Person } from '../../../changes/author.js'
import { sessionEnded } from '../../../changes/rights/rights.js'
import type { SecurityLog } from '../../../security-log/log.js'
import type { Client } from '../client.js'
import type { Attempts } from '../throttling/attempts.js'
import { type Passwords, passwordWrong } from './passwords.js'
import { passwordRepository } from './repository.js'

type Deps = {
  /** With the role for accounts. */
  database: Queryable
  passwords: Passwords
  attempts: Attempts
  security: SecurityLog
}

/** Asks the caller for the password again, before what a stolen access token must not do. */
export function createPasswordConfirmation({ database, passwords, attempts, security }: Deps) {
  /**
   * The password may change before the commit of what it permits, which therefore compares the account that
   * is returned with the row that it has locked.
   *
   * @param field the field of the body that has the password.
   * @returns the account with this password.
   * @throws AppError PASSWORD_WRONG; SESSION_ENDED; TOO_MANY_REQUESTS, since attempts count as logins
   */
  return async ({ userId }: Person, client: Client, password: string, field = 'password') => {
    const account = await passwordRepository(database).find(userId)
    if (account === null) throw sessionEnded()
    const attempt = await attempts.login(client, { email: account.email, user: account })
    await security.watched(client, account, async () => {
      if (await passwords.matches(password, account.passwordHash)) return
      throw passwordWrong(field)
    })
    await attempt.succeeded()
    return account
  }
}

export type ConfirmPassword = ReturnType<typeof createPasswordConfirmation>
