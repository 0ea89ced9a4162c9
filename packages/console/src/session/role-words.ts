import { say } from '../words/words.ts'
import type { Role } from './me.ts'

/** From the lowest to the highest. */
const roles: readonly Role[] = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER']

export const rolesUpTo = (role: Role): readonly Role[] => roles.slice(0, roles.indexOf(role) + 1)

export function roleName(role: Role): string {
  const names = {
    VIEWER: say('Viewer'),
    EDITOR: say('Editor'),
    ADMIN: say('Admin'),
    OWNER: say('Owner'),
  }
  return names[role]
}

export function roleHint(role: Role): string {
  const hints = {
    VIEWER: say('Sees everything and changes nothing.'),
    EDITOR: say('Works with pictures and widgets, and publishes.'),
    ADMIN: say('Also projects, keys, members and the audit log.'),
    OWNER: say('Also other owners, and deleting the organization.'),
  }
  return hints[role]
}
