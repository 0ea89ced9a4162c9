import type { RoledCall } from '@vitrine/sdk/roles'
import type { Locator, Page } from 'playwright-core'
import type { Person } from './sample.ts'

/** What a person presses for a call. */
export type Control = {
  /** The name of its place. */
  at: string
  /** The control that opens its surroundings, and an element that shows that they are open; Escape closes them. */
  inside?: { opener: (page: Page, person: Person) => Locator; opened: (page: Page) => Locator }
  find: (page: Page) => Locator
}

const button =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('button', { name, exact: true })

type Trigger = string | ((person: Person) => string)

/** An entry of the menu that a button opens. */
const entry = (at: string, trigger: Trigger, name: string): Control => ({
  at,
  inside: {
    opener: (page, person) => button(typeof trigger === 'string' ? trigger : trigger(person))(page),
    opened: (page) => page.getByRole('menu'),
  },
  find: (page) => page.getByRole('menuitem', { name, exact: true }),
})

const selection = (page: Page): Locator => page.getByRole('region', { name: 'Selection' })

const inSelection = (name: string): Control => ({
  at: 'library',
  inside: {
    opener: (page) => page.getByRole('gridcell').first().locator('[data-tick]'),
    opened: selection,
  },
  find: (page) => selection(page).getByRole('button', { name, exact: true }),
})

const inDetails = (name: string): Control => ({
  at: 'details',
  find: (page) =>
    page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name, exact: true }),
})

/** Calls that only read, which pages make by themselves: the crawl finds those that are refused. */
type Reading =
  | 'getAsset'
  | 'getAssetCounts'
  | 'getAssetUsage'
  | 'getFolder'
  | 'getJob'
  | 'getOrganization'
  | 'getOrganizationUsage'
  | 'getPreset'
  | 'getProject'
  | 'getProjectStatistics'
  | 'getWidget'
  | 'getWidgetEmbed'
  | 'getWidgetStatistics'
  | 'listApiKeys'
  | 'listAssetHistory'
  | 'listAssets'
  | 'listFolders'
  | 'listInvitations'
  | 'listMembers'
  | 'listPresets'
  | 'listProjects'
  | 'listTags'
  | 'listWidgetAssets'
  | 'listWidgetHistory'
  | 'listWidgets'
  | 'lookupAssets'
  | 'reportWidgetEditor'

/** The control of each call that changes something, or that not every role may make. */
const byCall = {
  bulkAssets: inSelection('Tag'),
  createApiKey: { at: 'keys', find: button('New key') },
  createAsset: { at: 'library', find: button('Upload') },
  createFolder: { at: 'library', find: button('New folder') },
  createInvitation: { at: 'members', find: button('Invite') },
  createProject: { at: 'projects', find: button('New project') },
  createSigningKey: { at: 'project-settings', find: button('New key') },
  createWidget: { at: 'widgets', find: button('New widget') },
  deleteApiKey: entry('keys', 'More about Shop', 'Revoke …'),
  // By the bulk call, which takes one picture as well.
  deleteAsset: inSelection('Delete'),
  deleteFolder: entry('library', 'More about Coast', 'Delete'),
  deleteInvitation: { at: 'members', find: button(/^Withdraw the invitation of /) },
  deleteMember: entry('members', ({ name }) => `Actions for ${name}`, 'Leave …'),
  deleteOrganization: { at: 'organization', find: button('Delete organization') },
  deletePreset: { at: 'project-settings', find: button('Delete the preset card') },
  deleteProject: { at: 'project-settings', find: button('Delete project') },
  deleteSigningKey: { at: 'project-settings', find: button(/^Revoke /) },
  deleteWidget: entry('widgets', 'More about The draft', 'Delete …'),
  duplicateWidget: entry('widgets', 'More about The draft', 'Duplicate'),
  exportAuditEvents: { at: 'audit', find: button(/^Download/) },
  listAuditEvents: entry('projects', 'Organization', 'Audit log'),
  listSigningKeys: {
    at: 'project-settings',
    find: (page) => page.getByRole('heading', { name: 'Signing keys' }),
  },
  publishWidget: { at: 'editor', find: button('Publish') },
  replaceAssetFile: inDetails('Replace file'),
  rotateApiKey: entry('keys', 'More about Shop', 'Rotate …'),
  unpublishWidget: entry('widgets', 'More about The live', 'Unpublish …'),
  updateApiKey: entry('keys', 'More about Shop', 'Change …'),
  updateAsset: inDetails('Save'),
  updateFolder: entry('library', 'More about Coast', 'Rename or move'),
  updateMember: entry('members', 'Actions for Grace Editor', 'Change role …'),
  updateOrganization: { at: 'organization', find: button('Save name') },
  updatePreset: { at: 'project-settings', find: button('New preset') },
  updateProject: { at: 'project-settings', find: button('Save') },
  updateWidget: { at: 'editor', find: button('Add pictures') },
} satisfies Record<Exclude<RoledCall, Reading>, Control>

export const controls: ReadonlyMap<RoledCall, Control> = new Map(
  Object.entries(byCall) as [RoledCall, Control][],
)
