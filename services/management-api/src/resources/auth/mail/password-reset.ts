import { AppError } from '@vitrine/contracts/errors'
import type { Queryable } from '@vitrine/database'
import { strangerOf } from '../../../changes/author.js'
import type { Changes } from '../../../changes/changes.js'
import type { MailLimits } from '../../../mail/limits.js'
import type { MailOutbox } from '../../../mail/outbox.js'
import { mailRepository } from '../../../mail/repository.js'
import { sha256 } from '../../../secrets/sha256.js'
import { withdrawInvitations } from '../../invitations/withdrawal.js'
import type { Client } from '../client.js'
import type { Passwords } from '../passwords/passwords.js'
import { passwordRepository } from '../passwords/repository.js'
import { lockOrganizations } from '../repository.js'
import type { PasswordReset } from '../schemas.js'
import type { Sessions } from '../sessions/sessions.js'
import { revokeTokens } from '../tokens/revocation.js'

type Deps = {
  database: Queryable
  changes: Changes
  passwords: Passwords
  sessions: Sessions
  outbox: MailOutbox
  limits: MailLimits
}

/** A new password for a person who can read the account's mail. */
export function createPasswordReset(deps: Deps) {
  const { database, changes, passwords, sessions, outbox, limits } = deps
  return {
    /**
     * Gives the same answer, after the same work, whether or not an account has the address.
     *
     * @throws AppError TOO_MANY_REQUESTS for too many calls from one address.
     */
    request: async (email: string, { address }: Client): Promise<void> => {
      await limits.call(address)
      const user = await mailRepository(database).findUserByEmail(email)
      // No mail is sent to an address without an account, so none counts for it.
      const isMember = user === null || user.emailVerifiedAt !== null
      if (!(await outbox.tryCharge('reset', { email, isMember }))) return
      await outbox.postReset(database, email)
      outbox.wake()
    },

    /**
     * Ends every session and revokes all personal access tokens. Verifies the address. If it was not
     * verified before, another person may have created the account, and its owner claims it now: its
     * invitations are withdrawn, too.
     *
     * @returns the id of the account.
     * @throws AppError MAIL_TOKEN_INVALID, VALIDATION_FAILED, TOO_MANY_REQUESTS
     */
    reset: async (input: PasswordReset, client: Client): Promise<string> => {
      await limits.call(client.address)
      const tokenHash = sha256(input.token)
      const found = await mailRepository(database).findToken('RESET', tokenHash)
      if (found === null) throw mailTokenInvalid()
      const { id: userId, emailVerifiedAt, ...named } = found.user
      passwords.check(input.password, named)
      const passwordHash = await passwords.hash(input.password)
      const author = strangerOf(client)
      await changes.write(author, async (tx, { audit }) => {
        const organizations = await lockOrganizations(tx, userId)
        if (!(await mailRepository(tx).spendToken(tokenHash))) throw mailTokenInvalid()
        await passwordRepository(tx).reset(userId, passwordHash)
        await sessions.endOthers({ sub: userId }, tx)
        await mailRepository(tx).deleteTokens(userId)
        await revokeTokens(tx, userId, audit)
        for (const organizationId of organizations) {
          const where = { organizationId, actorId: userId }
          audit({ action: 'account.password', resourceId: userId, ...where })
          if (emailVerifiedAt !== null) continue
          await withdrawInvitations(tx, { organizationId, userId }, null, (action) =>
            audit({ ...action, ...where }),
          )
        }
      })
      return userId
    },
  }
}

export type PasswordResets = ReturnType<typeof createPasswordReset>

export const mailTokenInvalid = () =>
  new AppError(
    'MAIL_TOKEN_INVALID',
    'This token is not valid: it was used, has expired, or is not the one of the mail. Ask for a new mail.',
  )
