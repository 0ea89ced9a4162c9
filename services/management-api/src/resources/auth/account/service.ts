import type { Actor, ScopedDatabase } from '@vitrine/database'
import { serverZone } from '@vitrine/http'
import { difference } from '../../../changes/audited-action.js'
import type { Person } from '../../../changes/author.js'
import { locking } from '../../../changes/author.js'
import type { Changes } from '../../../changes/changes.js'
import { sessionEnded } from '../../../changes/rights/rights.js'
import { mailRepository } from '../../../mail/repository.js'
import type { SecurityLog } from '../../../security-log/log.js'
import type { Client } from '../client.js'
import { type Passwords, passwordWrong } from '../passwords/passwords.js'
import { passwordRepository } from '../passwords/repository.js'
import { type AuthRepository, authRepository } from '../repository.js'
import type { AccountUpdate, PasswordChange } from '../schemas.js'
import type { Sessions } from '../sessions/sessions.js'
import type { Attempts } from '../throttling/attempts.js'

type Deps = {
  database: ScopedDatabase
  changes: Changes
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  security: SecurityLog
  /** Clients check files by them before they send these. */
  uploadLimits: { maxBytes: number; maxPixels: number }
}

/** The account of the caller. Its changes are audited in each of its organizations. */
export function createAccountService(deps: Deps) {
  const { database, changes, passwords, sessions, attempts, security, uploadLimits } = deps

  const getMe = async (userId: string, accounts: AuthRepository) => {
    const me = await accounts.findMe(userId)
    if (me === null) throw sessionEnded()
    const { memberships, emailVerifiedAt, ...user } = me
    return {
      ...user,
      emailVerified: emailVerifiedAt !== null,
      organizations: memberships.map(({ role, organization }) => ({ ...organization, role })),
      ...serverZone(new Date()),
      uploadLimits,
    }
  }

  return {
    me: (actor: Actor) => getMe(actor.userId, authRepository(database.forActor(actor))),

    update: (person: Person, { name }: AccountUpdate) =>
      changes.write(locking(person, 'account'), async (tx, { audit, matching }) => {
        const accounts = authRepository(tx)
        const before = matching(await getMe(person.userId, accounts))
        const after = { ...before, name }
        if (name === before.name) return after
        await accounts.rename(person.userId, name)
        const changed = difference(before, after, ['name'])
        const action = { action: 'account.update', resourceId: person.userId, changes: changed }
        for (const { id } of before.organizations) audit({ ...action, organizationId: id })
        return after
      }),

    /**
     * Ends every other session of the account, and revokes password reset tokens. The caller's session and
     * personal access tokens stay valid: only a reset revokes personal access tokens.
     *
     * @throws AppError PASSWORD_WRONG for a wrong current password; VALIDATION_FAILED for an unacceptable
     *   new one; TOO_MANY_REQUESTS, since attempts count as logins.
     */
    changePassword: async (person: Person, client: Client, input: PasswordChange) => {
      const { userId } = person
      const account = await passwordRepository(database.forAccounts()).find(userId)
      if (account === null) throw sessionEnded()
      passwords.check(input.newPassword, account, 'newPassword')
      const attempt = await attempts.login(client, { email: account.email, userId })
      await security.watched(client, account, async () => {
        if (await passwords.matches(input.currentPassword, account.passwordHash)) return
        throw passwordWrong('currentPassword')
      })
      await attempt.succeeded()
      const passwordHash = await passwords.hash(input.newPassword)
      const author = { ...locking(person, 'account'), purpose: 'account' } as const
      await changes.write(author, async (tx, { audit, matching }) => {
        matching({ id: userId })
        const credentials = passwordRepository(tx)
        const isReplaced = await credentials.replace(userId, account.passwordHash, passwordHash)
        if (!isReplaced) throw passwordWrong('currentPassword')
        await sessions.endOthers(person.rights.token, tx)
        await mailRepository(tx).deleteTokens(userId, 'RESET')
        const { organizations } = await getMe(userId, authRepository(tx))
        const action = { action: 'account.password', resourceId: userId }
        for (const { id } of organizations) audit({ ...action, organizationId: id })
      })
    },
  }
}

export type AccountService = ReturnType<typeof createAccountService>
