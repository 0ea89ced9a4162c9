import type { Role, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { sessionEnded } from './authentication.js'
import { authorityRepository } from './authority-repository.js'
import type { TokenClaims } from './token-claims.js'

/** What the author of a change must have when the call arrives, and still when it is committed. */
export type RequiredAuthority = {
  /** Its session has not ended. */
  token: TokenClaims
  /** The least role in the author's organization; null for a change that needs no membership. */
  role: Role | null
}

/**
 * What a change locks before its author's own rows, so that two changes which end one another's
 * authority wait in turn and not for each other. `account`: for changes of the author's account and
 * its sessions. `organization`: of an organization itself, its memberships and invitations.
 * `memberships`: for the deletion of an organization, which waits for the changes of all members.
 */
export type FirstLock = 'account' | 'organization' | 'memberships'

/** Whose authority, and where. */
type Author = {
  organizationId: string | null
  projectId?: string
  authority: RequiredAuthority | null
  firstLock?: FirstLock
}

export const locking = <Someone extends Author>(author: Someone, firstLock: FirstLock) => ({
  ...author,
  firstLock,
})

const rank = { VIEWER: 0, EDITOR: 1, ADMIN: 2, OWNER: 3 } satisfies Record<Role, number>

/** @throws AppError FORBIDDEN when the role is below the least that will do. */
export function requireRole(role: Role, least: Role): void {
  if (rank[role] >= rank[least]) return
  throw new AppError('FORBIDDEN', `This needs the role ${least}; yours is ${role}.`)
}

export const notMember = () => new AppError('FORBIDDEN', 'You are not a member here.')

export const noOrganization = () =>
  new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.')

export const noProject = () => new AppError('PROJECT_NOT_FOUND', 'There is no such project.')

/**
 * Checks the author's session and role as they are now, and locks them until the transaction ends:
 * what would end them waits for the commit.
 *
 * @returns the role in the author's organization; null where none is needed.
 * @throws AppError SESSION_ENDED, FORBIDDEN, ORGANIZATION_NOT_FOUND, PROJECT_NOT_FOUND
 */
export async function lockAuthority(
  tx: Transaction,
  { organizationId, projectId, authority, firstLock }: Author,
): Promise<Role | null> {
  if (authority === null) return null
  const { token, role: least } = authority
  const authorities = authorityRepository(tx)
  if (firstLock === 'account') await authorities.lockAccount(token.sub)
  if (firstLock === 'organization' || firstLock === 'memberships') {
    await authorities.lockOrganization(organizationId)
  }
  if (firstLock === 'memberships') await authorities.lockMemberships(organizationId)
  const { isLive, role } = await authorities.lock(token, organizationId)
  if (!isLive) throw sessionEnded()
  if (least === null) return null
  if (role === null) {
    if (await authorities.hasOrganization(organizationId)) throw notMember()
    throw projectId === undefined ? noOrganization() : noProject()
  }
  requireRole(role, least)
  return role
}
