import type { Role } from '@vitrine/database'
import { notMember, requireRole } from '../../changes/rights/rights.js'
import { roles } from '../../changes/rights/roles.js'

/** The roles above a role; all roles for null. */
export const rolesBeyond = (role: Role | null): readonly Role[] =>
  role === null ? roles : roles.slice(roles.indexOf(role) + 1)

/** An ADMIN grants and revokes roles up to ADMIN. OWNER requires an OWNER. */
export function requireAuthority(actor: Role | null, role: Role): void {
  if (actor === null) throw notMember()
  requireRole(actor, role === 'OWNER' ? 'OWNER' : 'ADMIN')
}
