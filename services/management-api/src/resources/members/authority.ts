import type { Role } from '@vitrine/database'
import { notMember, requireRole } from '../../authority/authority.js'
import { roles } from '../../authority/roles.js'

/** The roles above one; all of them above none. */
export const rolesBeyond = (role: Role | null): readonly Role[] =>
  role === null ? roles : roles.slice(roles.indexOf(role) + 1)

/** An ADMIN gives and takes roles up to ADMIN; OWNER is for an OWNER to give and to take. */
export function requireAuthority(actor: Role | null, role: Role): void {
  if (actor === null) throw notMember()
  requireRole(actor, role === 'OWNER' ? 'OWNER' : 'ADMIN')
}
