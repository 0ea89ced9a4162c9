import type { RoledCall } from '@vitrine/sdk/roles'
import type { IconName } from '../controls/icon.tsx'
import { say } from '../words/words.ts'

type Entry = { label: string; icon: IconName; path: string; call: RoledCall }

/** The pages of a project; `path` is below `/p/{projectId}`. */
export const projectPages = (): Entry[] => [
  { label: say('Library'), icon: 'image', path: 'library', call: 'listAssets' },
  { label: say('Widgets'), icon: 'widget', path: 'widgets', call: 'listWidgets' },
  { label: say('Analytics'), icon: 'chart', path: 'analytics', call: 'getProjectStatistics' },
  { label: say('API keys'), icon: 'key', path: 'keys', call: 'listApiKeys' },
  { label: say('Settings'), icon: 'settings', path: 'settings', call: 'updateProject' },
]

/** The pages of an organization; `path` is below `/o/{orgId}`. */
export const organizationPages = (): Entry[] => [
  { label: say('Members'), icon: 'users', path: 'members', call: 'listMembers' },
  { label: say('Audit log'), icon: 'clock', path: 'audit', call: 'listAuditEvents' },
  { label: say('Organization'), icon: 'building', path: 'settings', call: 'getOrganizationUsage' },
]
