import type { RoledCall } from '@vitrine/sdk/roles'
import { t } from '../words/words.ts'

/** A part of a page of settings. `id` is that of its element. */
export type SettingSection = { label: string; id: string; call?: RoledCall }

export const projectSections = (): SettingSection[] => [
  { label: t('Name of the project'), id: 'name', call: 'updateProject' },
  { label: t('Picture sizes'), id: 'sizes', call: 'updateProject' },
  { label: t('Presets'), id: 'presets', call: 'updateProject' },
  { label: t('Signing keys'), id: 'signing-keys', call: 'updateProject' },
  { label: t('Delete the project'), id: 'delete', call: 'updateProject' },
]

export const organizationSections = (): SettingSection[] => [
  { label: t('Usage'), id: 'usage', call: 'getOrganizationUsage' },
  { label: t('Name of the organization'), id: 'name', call: 'updateOrganization' },
  { label: t('Delete the organization'), id: 'delete', call: 'deleteOrganization' },
]

export const accountSections = (): SettingSection[] => [
  { label: t('Name and e-mail address'), id: 'you' },
  { label: t('Password'), id: 'password' },
  { label: t('Sessions'), id: 'sessions' },
  { label: t('Personal access tokens'), id: 'tokens' },
  { label: t('Delete the account'), id: 'delete' },
]
