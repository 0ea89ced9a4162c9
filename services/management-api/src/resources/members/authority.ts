import type { Role, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { requireRole, type Tenant } from '../../plugins/tenancy.js'
import { organizationRepository } from '../organizations/repository.js'
import { memberRepository } from './repository.js'

/**
 * The actor's role as it is now; until the transaction ends nobody's role in the organization
 * changes. The one of the request may be of the past by now: two owners who remove one another
 * at once must not both succeed.
 */
export async function lockRoles(
  tx: Transaction,
  { organizationId, userId }: Tenant,
): Promise<Role> {
  await organizationRepository(tx).lock(organizationId)
  const role = await memberRepository(tx).roleOf(organizationId, userId)
  if (role === null) throw new AppError('FORBIDDEN', 'You are not a member here.')
  return role
}

/** An ADMIN gives and takes roles up to ADMIN; OWNER is for an OWNER to give and to take. */
export function requireAuthority(actor: Role, role: Role): void {
  requireRole(actor, role === 'OWNER' ? 'OWNER' : 'ADMIN')
}
