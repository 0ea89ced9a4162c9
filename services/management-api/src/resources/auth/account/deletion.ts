import { AppError } from '@vitrine/contracts/errors'
import type { Role, Transaction } from '@vitrine/database'
import { difference } from '../../../changes/audited-action.js'
import type { Person } from '../../../changes/author.js'
import type { Change, Changes } from '../../../changes/changes.js'
import { lockMembershipsOf } from '../../../changes/rights/lock-repository.js'
import { lockRights } from '../../../changes/rights/rights.js'
import { withdrawInvitations } from '../../invitations/withdrawal.js'
import { memberRepository } from '../../members/repository.js'
import type { Client } from '../client.js'
import type { ConfirmPassword } from '../passwords/confirmation.js'
import { passwordWrong } from '../passwords/passwords.js'
import { passwordRepository } from '../passwords/repository.js'
import { authRepository, lockOrganizations } from '../repository.js'
import type { AccountDeletion } from '../schemas.js'

type Deps = { changes: Changes; confirmPassword: ConfirmPassword }

/** No answer is stored: a repeated call finds its session ended. */
const authorOf = (person: Person) =>
  ({ ...person, rights: null, purpose: 'account', claim: null }) as const

type Membership = { role: Role; organization: { id: string; name: string } }

export function createAccountDeletion({ changes, confirmPassword }: Deps) {
  /** @returns whether it was deleted; false if the account joined an organization concurrently. */
  const remove = (person: Person, passwordHash: string): Promise<boolean> =>
    changes.write(authorOf(person), async (tx, { audit, matching }) => {
      const { userId } = person
      const accounts = authRepository(tx)
      const locked = new Set(await lockOrganizations(tx, userId))
      // Concurrent calls lock the membership, and their audit events refer to the account.
      await lockMembershipsOf(tx, userId)
      // After the organizations, as everywhere. From here on no membership can be added.
      const isUnchanged = await passwordRepository(tx).lockForDeletion(userId, passwordHash)
      if (!isUnchanged) throw passwordWrong('password')
      // Later than elsewhere: a change that ends this session locks the account before the session.
      await lockRights(tx, person)
      matching({ id: userId })
      const memberships = (await accounts.findMe(userId))?.memberships ?? []
      if (memberships.some(({ organization }) => !locked.has(organization.id))) return false
      await requireOtherOwners(tx, memberships)
      for (const membership of memberships) await leave(tx, userId, membership, audit)
      await accounts.delete(userId)
      return true
    })

  /**
   * Deletes the account of the caller, with its memberships and sessions.
   *
   * @throws AppError PASSWORD_WRONG; LAST_OWNER; TOO_MANY_REQUESTS, since attempts count as logins.
   */
  return async (person: Person, client: Client, input: AccountDeletion): Promise<void> => {
    const account = await confirmPassword(person, client, input.password)
    let isDeleted = false
    while (!isDeleted) isDeleted = await remove(person, account.passwordHash)
  }
}

export type DeleteAccount = ReturnType<typeof createAccountDeletion>

async function requireOtherOwners(
  tx: Transaction,
  memberships: readonly Membership[],
): Promise<void> {
  for (const { role, organization } of memberships) {
    if (role !== 'OWNER' || (await memberRepository(tx).countOwners(organization.id)) > 1) continue
    throw new AppError(
      'LAST_OWNER',
      `You are the last OWNER of ${organization.name}. Make another member OWNER, or delete the organization first.`,
    )
  }
}

/** Without an actor: the log refers to accounts, and this one is being deleted. */
async function leave(
  tx: Transaction,
  userId: string,
  { role, organization: { id: organizationId } }: Membership,
  audit: Change['audit'],
): Promise<void> {
  const where = { organizationId, actorId: null }
  const changes = difference({ role }, null, ['role'])
  audit({ action: 'account.delete', resourceId: userId, changes, ...where })
  await withdrawInvitations(tx, { organizationId, userId }, null, (action) =>
    audit({ ...action, ...where }),
  )
}
