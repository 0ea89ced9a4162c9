import type { RoledCall } from '@vitrine/sdk/roles'
import type { IconName } from '../controls/icon.tsx'
import { t } from '../words/words.ts'

export type Entry = { label: string; icon: IconName; path: string; call: RoledCall }

/** The pages of a project; `path` is below `/p/{projectId}`. */
export const projectPages = (): Entry[] => [
  { label: t('Library'), icon: 'image', path: 'library', call: 'listAssets' },
  { label: t('Widgets'), icon: 'widget', path: 'widgets', call: 'listWidgets' },
  { label: t('Analytics'), icon: 'chart', path: 'analytics', call: 'getProjectStatistics' },
  { label: t('API keys'), icon: 'key', path: 'keys', call: 'listApiKeys' },
  { label: t('Settings'), icon: 'settings', path: 'settings', call: 'updateProject' },
]

/** The pages of an organization; `path` is below `/o/{orgId}`. */
export const organizationPages = (): Entry[] => [
  { label: t('Members'), icon: 'users', path: 'members', call: 'listMembers' },
  { label: t('Audit log'), icon: 'clock', path: 'audit', call: 'listAuditEvents' },
  {
    label: t('Settings of the organization'),
    icon: 'settings',
    path: 'settings',
    call: 'getOrganizationUsage',
  },
]
