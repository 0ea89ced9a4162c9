import type { Role } from '@vitrine/database'
import { notMember, requireRole } from '../../plugins/authority.js'

/** An ADMIN gives and takes roles up to ADMIN; OWNER is for an OWNER to give and to take. */
export function requireAuthority(actor: Role | null, role: Role): void {
  if (actor === null) throw notMember()
  requireRole(actor, role === 'OWNER' ? 'OWNER' : 'ADMIN')
}
