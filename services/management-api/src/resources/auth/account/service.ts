import type { Actor, Role, ScopedDatabase } from '@vitrine/database'
import { serverZone } from '@vitrine/http'
import { difference } from '../../../changes/audited-action.js'
import type { Person } from '../../../changes/author.js'
import { locking } from '../../../changes/author.js'
import type { Changes } from '../../../changes/changes.js'
import { personalTokenRevoked } from '../../../changes/rights/personal-tokens.js'
import { sessionEnded } from '../../../changes/rights/rights.js'
import { smallerRole } from '../../../changes/rights/roles.js'
import { mailRepository } from '../../../mail/repository.js'
import type { Client } from '../client.js'
import type { ConfirmPassword } from '../passwords/confirmation.js'
import { type Passwords, passwordWrong } from '../passwords/passwords.js'
import { passwordRepository } from '../passwords/repository.js'
import { type AuthRepository, authRepository } from '../repository.js'
import type { AccountUpdate, PasswordChange } from '../schemas.js'
import type { Sessions } from '../sessions/sessions.js'
import { type FoundToken, tokenRepository } from '../tokens/repository.js'
import { revokeTokens } from '../tokens/revocation.js'

type Deps = {
  database: ScopedDatabase
  changes: Changes
  passwords: Passwords
  confirmPassword: ConfirmPassword
  sessions: Sessions
  /** Clients check files by them before they send these. */
  uploadLimits: { maxBytes: number; maxPixels: number }
}

/** The account of the caller. Its changes are audited in each of its organizations. */
export function createAccountService(deps: Deps) {
  const { database, changes, passwords, confirmPassword, sessions, uploadLimits } = deps

  const getMe = async (
    userId: string,
    accounts: AuthRepository,
    token: FoundToken | null = null,
  ) => {
    const me = await accounts.findMe(userId)
    if (me === null) throw sessionEnded()
    const roleOf = (role: Role) => (token === null ? role : smallerRole(role, token.role))
    const { memberships, emailVerifiedAt, ...user } = me
    return {
      ...user,
      emailVerified: emailVerifiedAt !== null,
      organizations: memberships.map(({ role, organization }) => ({
        ...organization,
        role: roleOf(role),
      })),
      ...serverZone(new Date()),
      uploadLimits,
      token,
    }
  }

  return {
    /** @throws AppError TOKEN_INVALID if the personal access token was revoked during the call. */
    me: async (actor: Actor) => {
      const { userId, tokenScope } = actor
      const scoped = database.forActor(actor)
      if (tokenScope === null) return getMe(userId, authRepository(scoped))
      const token = await tokenRepository(scoped).find(userId, tokenScope.tokenId)
      if (token === null) throw personalTokenRevoked()
      return getMe(userId, authRepository(scoped), token)
    },

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
     * Ends every other session of the account, and revokes password reset tokens. The caller's session stays
     * valid, and so do personal access tokens unless `revokeTokens` is set.
     *
     * @throws AppError PASSWORD_WRONG for a wrong current password; VALIDATION_FAILED for an unacceptable
     *   new one; TOO_MANY_REQUESTS, since attempts count as logins.
     */
    changePassword: async (person: Person, client: Client, input: PasswordChange) => {
      const { userId } = person
      const { currentPassword, newPassword } = input
      const account = await confirmPassword(person, client, currentPassword, 'currentPassword')
      passwords.check(newPassword, account, 'newPassword')
      const passwordHash = await passwords.hash(newPassword)
      const author = { ...locking(person, 'account'), purpose: 'account' } as const
      await changes.write(author, async (tx, { audit, matching }) => {
        matching({ id: userId })
        const credentials = passwordRepository(tx)
        const isReplaced = await credentials.replace(userId, account.passwordHash, passwordHash)
        if (!isReplaced) throw passwordWrong('currentPassword')
        await sessions.endOthers(person.rights.token, tx)
        await mailRepository(tx).deleteTokens(userId, 'RESET')
        if (input.revokeTokens === true) await revokeTokens(tx, userId, audit)
        const { organizations } = await getMe(userId, authRepository(tx))
        const action = { action: 'account.password', resourceId: userId }
        for (const { id } of organizations) audit({ ...action, organizationId: id })
      })
    },
  }
}

export type AccountService = ReturnType<typeof createAccountService>
