import type { TableName } from './commands/tables.js'
import type { Group } from './group.js'

type Entry = {
  summary: string
  load: () => Promise<Group>
  /** Reads the whole tree. */
  needsAll?: true
}

const table = (name: TableName) => async () =>
  (await import('./commands/table-group.js')).tableGroup(name)

/** The first level. The module of a group is loaded when the group is used. */
export const groups: Readonly<Record<string, Entry>> = {
  quickstart: {
    summary: 'From a directory of pictures to a widget on a page',
    load: async () => (await import('./commands/quickstart.js')).group,
  },
  doctor: {
    summary: 'Try out publishing and unpublishing at the public address, and say what is wrong',
    load: async () => (await import('./commands/doctor.js')).group,
  },
  login: {
    summary: 'Sign in by password or personal access token',
    load: async () => (await import('./commands/login.js')).group,
  },
  logout: { summary: 'Sign out', load: async () => (await import('./commands/logout.js')).group },
  whoami: {
    summary: 'Show who is signed in, and where',
    load: async () => (await import('./commands/whoami.js')).group,
  },
  use: {
    summary: 'Keep --url, --org and --project as defaults',
    load: async () => (await import('./commands/use.js')).group,
  },
  upload: {
    summary: 'Upload pictures and directories of them',
    load: async () => (await import('./commands/upload.js')).group,
  },
  projects: { summary: 'Projects', load: table('projects') },
  assets: {
    summary: 'Images of a project',
    load: async () => (await import('./commands/assets.js')).group,
  },
  widgets: { summary: 'Widgets of a project', load: table('widgets') },
  embed: {
    summary: 'Show the code that puts a widget on a page',
    load: async () => (await import('./commands/embed.js')).group,
  },
  keys: { summary: 'API keys of a project', load: table('keys') },
  folders: { summary: 'Folders of a project', load: table('folders') },
  statistics: {
    summary: 'How often widgets and pictures were looked at',
    load: table('statistics'),
  },
  tags: { summary: 'Tags of a project', load: table('tags') },
  presets: { summary: 'Named sets of image parameters', load: table('presets') },
  'signing-keys': { summary: 'Keys that sign image addresses', load: table('signing-keys') },
  jobs: { summary: 'Jobs that change many assets', load: table('jobs') },
  audit: { summary: 'Who did what in an organization', load: table('audit') },
  organizations: { summary: 'Organizations', load: table('organizations') },
  members: { summary: 'Members of an organization', load: table('members') },
  invitations: { summary: 'Invitations to an organization', load: table('invitations') },
  usage: { summary: 'What an organization uses of its budgets', load: table('usage') },
  account: { summary: 'Your account', load: table('account') },
  sessions: { summary: 'Where you are signed in', load: table('sessions') },
  tokens: { summary: 'Your personal access tokens', load: table('tokens') },
  api: {
    summary: 'Make any call by its operationId',
    load: async () => (await import('./commands/api.js')).group,
  },
  completion: {
    summary: 'Print the completion script of a shell',
    load: async () => (await import('./commands/completion.js')).group,
    needsAll: true,
  },
}
