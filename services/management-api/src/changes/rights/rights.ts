import { AppError } from '@vitrine/contracts/errors'
import type { Queryable, Role, Transaction } from '@vitrine/database'
import type { Bearer } from './bearer.js'
import {
  lockAccount,
  lockMemberships,
  lockOrganization,
  lockProject,
  lockProjectShared,
} from './lock-repository.js'
import { personalTokenExpired, personalTokenRevoked } from './personal-tokens.js'
import { rightsRepository, type TokenState } from './repository.js'
import { isAtLeast } from './roles.js'
import { limitedRole } from './token-limits.js'

/** The requirements for the author of a change, from the arrival of the call to the commit. */
export type RequiredRights = {
  /** A session that has not ended, or a personal access token that is neither revoked nor expired. */
  token: Bearer
  /** The minimum role in the author's organization; null for a change that needs no membership. */
  role: Role | null
}

/**
 * The rows that a change locks before its author's own, so that two changes which end each other's rights
 * run one after the other instead of deadlocking. `account`: for changes of the author's account and
 * its sessions. `organization`: of an organization itself, its memberships and invitations.
 * `memberships`: for the deletion of an organization, which waits for the changes of all members.
 * `project`: for the deletion of a project, which waits for all changes in it.
 */
export type FirstLock = 'account' | 'organization' | 'memberships' | 'project'

/** The author of a change, with the fields that concern rights. */
type Author = {
  organizationId: string | null
  projectId?: string
  rights: RequiredRights | null
  firstLock?: FirstLock
}

/** A member of an organization, with the minimum role for the call. */
type Tenancy = { organizationId: string; rights: { token: Bearer; role: Role } }

/** @throws AppError SESSION_ENDED; of a personal access token TOKEN_INVALID, TOKEN_EXPIRED */
export function requireLive({ personalToken }: Bearer, tokenState: TokenState): void {
  if (tokenState === 'live') return
  if (personalToken === undefined) throw sessionEnded()
  throw tokenState === 'expired' ? personalTokenExpired() : personalTokenRevoked()
}

export const sessionEnded = () =>
  new AppError('SESSION_ENDED', 'The session of this access token has ended. Log in again.')

/** @throws AppError FORBIDDEN if the role is below the minimum. */
function requireRole(role: Role, least: Role): void {
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

/** An ADMIN grants and revokes roles up to ADMIN. OWNER requires an OWNER. @throws AppError FORBIDDEN */
export function requireGrantor(actor: Role | null, role: Role): void {
  if (actor === null) throw notMember()
  requireRole(actor, role === 'OWNER' ? 'OWNER' : 'ADMIN')
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
export async function lockRights(tx: Transaction, author: Author): Promise<Role | null> {
  const { organizationId, projectId, rights } = author
  if (rights === null) return null
  const { token, role: least } = rights
  const rows = rightsRepository(tx)
  await lockFirst(tx, author, token)
  const { tokenState, role } = await rows.lock(token, organizationId)
  requireLive(token, tokenState)
  if (least === null) return null
  if (role === null) {
    if (await rows.hasOrganization(organizationId)) throw notMember()
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
  const project = projectId ?? personalToken?.scope.projectId ?? null
  if (project === null) return
  await (firstLock === 'project' ? lockProject(tx, project) : lockProjectShared(tx, project))
}

/**
 * Checks the same as `lockRights` without a lock, for a call that reads for a long time.
 *
 * @throws AppError as `lockRights`
 */
export async function requireRights(db: Queryable, author: Tenancy): Promise<void> {
  const { token, role: least } = author.rights
  const found = await rightsRepository(db).inOrganization(token, author.organizationId)
  requireLive(token, found?.tokenState ?? 'ended')
  if (found?.role == null) throw notMember()
  requireRoleOf(token, found.role, least)
}

/**
 * Last in a transaction: a personal access token may have expired since its row was locked. Everything
 * else that `lockRights` has checked is locked.
 *
 * @throws AppError TOKEN_EXPIRED
 */
export async function requireUnexpired(tx: Transaction, { rights }: Author): Promise<void> {
  if (rights?.token.personalToken === undefined) return
  const tokenState = await rightsRepository(tx).tokenState(rights.token)
  // It may have been deleted with the project by this transaction.
  if (tokenState === 'expired') requireLive(rights.token, tokenState)
}
