import type { Queryable, Role, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { Bearer } from './bearer.js'
import {
  lockAccount,
  lockMemberships,
  lockOrganization,
  lockProject,
  lockProjectShared,
} from './lock-repository.js'
import { authorityRepository } from './repository.js'
import { isAtLeast } from './roles.js'
import { limitedRole } from './token-limits.js'
import { requireLive } from './token-state.js'

/** The requirements for the author of a change, from the arrival of the call to the commit. */
export type RequiredAuthority = {
  /** A session that has not ended, or a personal access token that is neither revoked nor expired. */
  token: Bearer
  /** The minimum role in the author's organization; null for a change that needs no membership. */
  role: Role | null
}

/**
 * The rows that a change locks before its author's own, so that two changes which end each other's authority
 * run one after the other instead of deadlocking. `account`: for changes of the author's account and
 * its sessions. `organization`: of an organization itself, its memberships and invitations.
 * `memberships`: for the deletion of an organization, which waits for the changes of all members.
 * `project`: for the deletion of a project, which waits for all changes in it.
 */
export type FirstLock = 'account' | 'organization' | 'memberships' | 'project'

/** The author of a change, with the fields that concern authority. */
type Author = {
  organizationId: string | null
  projectId?: string
  authority: RequiredAuthority | null
  firstLock?: FirstLock
}

/** A member of an organization, with the minimum role for the call. */
type Tenancy = { organizationId: string; authority: { token: Bearer; role: Role } }

export const locking = <Someone extends Author>(author: Someone, firstLock: FirstLock) => ({
  ...author,
  firstLock,
})

/** @throws AppError FORBIDDEN if the role is below the minimum. */
export function requireRole(role: Role, least: Role): void {
  if (isAtLeast(role, least)) return
  throw new AppError('FORBIDDEN', `This needs the role ${least}; yours is ${role}.`)
}

/**
 * @param role the owner's.
 * @returns the effective role: for a personal access token, the lower of its own role and the owner's.
 * @throws AppError FORBIDDEN if it is below the minimum.
 */
export function requireRoleOf(bearer: Bearer, role: Role, least: Role): Role {
  requireRole(role, least)
  const limited = limitedRole(bearer, role)
  if (isAtLeast(limited, least)) return limited
  throw new AppError(
    'FORBIDDEN',
    `This needs the role ${least}; the personal access token has the role ${limited}.`,
  )
}

export const notMember = () => new AppError('FORBIDDEN', 'You are not a member here.')

export const noOrganization = () =>
  new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.')

export const noProject = () => new AppError('PROJECT_NOT_FOUND', 'There is no such project.')

/**
 * Checks the current state of the author's token and role, and locks them until the transaction ends. A
 * change that would end them waits for the commit.
 *
 * @returns the role in the author's organization; null if none is needed.
 * @throws AppError SESSION_ENDED, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN, ORGANIZATION_NOT_FOUND,
 *   PROJECT_NOT_FOUND
 */
export async function lockAuthority(tx: Transaction, author: Author): Promise<Role | null> {
  const { organizationId, projectId, authority } = author
  if (authority === null) return null
  const { token, role: least } = authority
  const authorities = authorityRepository(tx)
  await lockFirst(tx, author, token)
  const { tokenState, role } = await authorities.lock(token, organizationId)
  requireLive(token, tokenState)
  if (least === null) return null
  if (role === null) {
    if (await authorities.hasOrganization(organizationId)) throw notMember()
    throw projectId === undefined ? noOrganization() : noProject()
  }
  return requireRoleOf(token, role, least)
}

async function lockFirst(
  tx: Transaction,
  { organizationId, projectId, firstLock }: Author,
  { sub, personalToken }: Bearer,
): Promise<void> {
  if (firstLock === 'account') await lockAccount(tx, sub)
  if (firstLock === 'organization' || firstLock === 'memberships') {
    await lockOrganization(tx, organizationId)
  }
  if (firstLock === 'memberships') await lockMemberships(tx, organizationId)
  const kept = projectId ?? personalToken?.scope.projectId ?? null
  if (kept === null) return
  await (firstLock === 'project' ? lockProject(tx, kept) : lockProjectShared(tx, kept))
}

/**
 * As `lockAuthority`, without a lock: for a call that reads for a long time.
 *
 * @throws AppError as `lockAuthority`
 */
export async function requireAuthority(db: Queryable, author: Tenancy): Promise<void> {
  const { token, role: least } = author.authority
  const found = await authorityRepository(db).inOrganization(token, author.organizationId)
  requireLive(token, found?.tokenState ?? 'ended')
  if (found?.role == null) throw notMember()
  requireRoleOf(token, found.role, least)
}

/**
 * Last in a transaction: a personal access token may have expired since its row was locked. Everything
 * else that `lockAuthority` has checked is locked.
 *
 * @throws AppError TOKEN_EXPIRED
 */
export async function requireUnexpired(tx: Transaction, { authority }: Author): Promise<void> {
  if (authority?.token.personalToken === undefined) return
  const tokenState = await authorityRepository(tx).tokenState(authority.token)
  // It may have been deleted with the project by this transaction.
  if (tokenState === 'expired') requireLive(authority.token, tokenState)
}
