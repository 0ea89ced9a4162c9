import { t } from '../words/words.ts'
import type { Role } from './me.ts'

/** From the lowest to the highest. */
const roles: readonly Role[] = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER']

export const rolesUpTo = (role: Role): readonly Role[] => roles.slice(0, roles.indexOf(role) + 1)

export function roleHint(role: Role): string {
  const hints = {
    VIEWER: t('Sees everything and changes nothing.'),
    EDITOR: t('Works with pictures and widgets, and publishes.'),
    ADMIN: t('Also projects, keys, members and the audit log.'),
    OWNER: t('Also other owners, and deleting the organization.'),
  }
  return hints[role]
}
