import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { Role, ScopedDatabase, Transaction } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { difference } from '../../../changes/audited-action.js'
import type { Person } from '../../../changes/author.js'
import { locking } from '../../../changes/author.js'
import type { Budgets } from '../../../changes/budgets.js'
import type { Changes } from '../../../changes/changes.js'
import { personalTokenSecrets } from '../../../changes/rights/personal-tokens.js'
import { isAtLeast } from '../../../changes/rights/roles.js'
import { futureMoment } from '../../../fields/future-moment.js'
import { recipientOf } from '../../../mail/limits.js'
import type { MailOutbox } from '../../../mail/outbox.js'
import { projectRepository } from '../../projects/repository.js'
import type { Client } from '../client.js'
import type { ConfirmPassword } from '../passwords/confirmation.js'
import { passwordWrong } from '../passwords/passwords.js'
import { passwordRepository } from '../passwords/repository.js'
import { tokenRepository } from './repository.js'
import { auditedOfToken } from './revocation.js'
import type { CreatedToken, NewToken } from './schemas.js'

type Deps = {
  database: ScopedDatabase
  changes: Changes
  budgets: Budgets
  confirmPassword: ConfirmPassword
  outbox: MailOutbox
}

export function createTokenService(deps: Deps) {
  const { database, changes, budgets, confirmPassword, outbox } = deps
  return {
    /**
     * Needs the password, because a token outlives the session that made it: a stolen access token would
     * become access for a year.
     *
     * @throws AppError VALIDATION_FAILED; PASSWORD_WRONG; TOO_MANY_REQUESTS, since attempts count as logins;
     *   ORGANIZATION_NOT_FOUND; FORBIDDEN for an organization of others, and for a role above the owner's;
     *   QUOTA_EXCEEDED
     */
    create: async (person: Person, client: Client, input: NewToken): Promise<CreatedToken> => {
      const { name, organizationId, projectId = null, role } = input
      const expiresAt = futureMoment(
        input.expiresAt,
        inOneYear(),
        'must lie within a year from now',
      )
      const { secret, shownPrefix: tokenPrefix, hash: tokenHash } = personalTokenSecrets.create()
      const row = { name, organizationId, projectId, role, tokenHash, tokenPrefix, expiresAt }
      const account = await confirmPassword(person, client, input.password)
      const isMailed = await outbox.tryCharge('token', recipientOf(account))
      const created = await changes.write(memberOf(person, organizationId), async (tx, change) => {
        const { userId } = person
        const isCurrent = await passwordRepository(tx).isOf(userId, account.passwordSetAt)
        if (!isCurrent) throw passwordWrong('password')
        requireOwnRole(change.role, role)
        if (projectId !== null) await requireProject(tx, organizationId, projectId)
        const tokens = tokenRepository(tx)
        await tokens.deleteOldExpired(userId)
        const created = await tokens.create(userId, row)
        await budgets.requireWithinUser(tx, userId, { tokens: 1 })
        const changed = difference(null, created, auditedOfToken)
        change.audit({ action: 'token.create', resourceId: created.id, changes: changed })
        if (isMailed) await outbox.postTokenNotice(tx, { ...created, userId })
        return { ...created, token: secret }
      })
      if (isMailed) outbox.wake()
      return created
    },

    list: (person: Person, query: PageQuery) =>
      database.forActor(person).transaction((tx) => tokenRepository(tx).list(person.userId, query)),

    /** @throws AppError SECRET_REVOKED when the token was revoked or has expired. */
    requireUsable: async (person: Person, tokenId: string): Promise<void> => {
      const tokens = tokenRepository(database.forActor(person))
      if (await tokens.isUsable(person.userId, tokenId)) return
      throw new AppError(
        'SECRET_REVOKED',
        'This Idempotency-Key has made a personal access token that was revoked or has expired since. Send a new Idempotency-Key to create another token.',
      )
    },

    /** When this resolves, the token is rejected everywhere. @throws AppError TOKEN_NOT_FOUND */
    revoke: (person: Person, tokenId: string): Promise<void> =>
      changes.write(locking(person, 'account'), async (tx, { audit, matching }) => {
        matching({ id: tokenId })
        const revoked = await tokenRepository(tx).delete(person.userId, tokenId)
        if (revoked === null) {
          throw new AppError('TOKEN_NOT_FOUND', 'You have no such personal access token.')
        }
        const { organizationId } = revoked
        const changed = difference(revoked, null, auditedOfToken)
        audit({ action: 'token.delete', resourceId: tokenId, organizationId, changes: changed })
      }),
  }
}

export type TokenService = ReturnType<typeof createTokenService>

/** The membership is locked, so the owner has this role until the commit. */
const memberOf = (person: Person, organizationId: string) => {
  const rights = { ...person.rights, role: 'VIEWER' as const }
  return locking({ ...person, organizationId, rights }, 'account')
}

function requireOwnRole(own: Role | null, role: Role): void {
  if (own !== null && isAtLeast(own, role)) return
  throw new AppError(
    'FORBIDDEN',
    `A token’s role is at most your own, which is ${own}; you asked for ${role}.`,
  )
}

async function requireProject(tx: Transaction, organizationId: string, projectId: string) {
  if ((await projectRepository(tx).find(organizationId, projectId)) !== null) return
  throw validationFailed([{ field: 'projectId', message: 'must be a project of the organization' }])
}

function inOneYear(): Date {
  const moment = new Date()
  moment.setFullYear(moment.getFullYear() + 1)
  // Exactly one year is allowed, to the second, which is the precision of requests.
  moment.setSeconds(moment.getSeconds() + 1)
  return moment
}
