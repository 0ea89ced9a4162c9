import { t } from '../words/words.ts'
import type { Role } from './me.ts'

export function roleName(role: Role): string {
  const names = {
    VIEWER: t('Viewer'),
    EDITOR: t('Editor'),
    ADMIN: t('Admin'),
    OWNER: t('Owner'),
  }
  return names[role]
}
