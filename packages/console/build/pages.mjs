/**
 * Each page: its address below `/console/` as the router has it, and the most that a first visit may load, all
 * scripts after gzip, in KB (1024 bytes). `now` is the size that was recorded last; 5 % more or less fails, so
 * that growth is a decision, and a page that has become smaller stays so.
 */
const inFront = [
  { name: 'sign-in', path: 'sign-in', source: 'sign-in/sign-in-page.tsx', now: 109 },
  { name: 'register', path: 'register', source: 'sign-in/register-page.tsx', now: 108.9 },
  {
    name: 'forgotten',
    path: 'forgot-password',
    source: 'sign-in/forgot-password-page.tsx',
    now: 109.1,
  },
  { name: 'reset', path: 'reset-password', source: 'sign-in/reset-password-page.tsx', now: 109.1 },
  { name: 'verify', path: 'verify-email', source: 'sign-in/verify-email-page.tsx', now: 109.4 },
  { name: 'invitation', path: 'invitation', source: 'sign-in/invitation-page.tsx', now: 109.1 },
]
const ofProject = [
  { name: 'library', path: 'library', source: 'library/library-page.tsx', most: 190, now: 174.2 },
  { name: 'alt-texts', path: 'alt-text', source: 'library/alt-run/alt-run-page.tsx', now: 158.8 },
  { name: 'widgets', path: 'widgets', source: 'widgets/widgets-page.tsx', now: 158.7 },
  {
    name: 'editor',
    path: 'widgets/$widgetId',
    source: 'editor/editor-page.tsx',
    most: 260,
    now: 237.2,
  },
  {
    name: 'code',
    path: 'widgets/$widgetId/code',
    source: 'embed-code/embed-code-page.tsx',
    now: 158,
  },
  {
    name: 'history',
    path: 'widgets/$widgetId/history',
    source: 'history/history-page.tsx',
    now: 156.7,
  },
  { name: 'api-keys', path: 'keys', source: 'api-keys/api-keys-page.tsx', now: 155.1 },
  { name: 'analytics', path: 'analytics', source: 'analytics/analytics-page.tsx', now: 156.8 },
  { name: 'project', path: 'settings', source: 'project-settings/settings-page.tsx', now: 158.6 },
]
/** Nothing stands around it. */
const view = {
  name: 'view',
  path: 'p/$projectId/widgets/$widgetId/view',
  source: 'src/editor/view/view-page.tsx',
  most: 160,
  now: 152.1,
}
const ofOrganization = [
  { name: 'members', path: 'members', source: 'members/members-page.tsx', now: 158.9 },
  { name: 'audit', path: 'audit', source: 'audit/audit-page.tsx', now: 157.7 },
  { name: 'organization', path: 'settings', source: 'organization/settings-page.tsx', now: 155.3 },
]
const ofPerson = [
  { name: 'projects', path: 'projects', source: 'projects/projects-page.tsx', now: 153 },
  { name: 'account', path: 'account', source: 'account/account-page.tsx', now: 157 },
]

const shell = 'src/shell/shell.tsx'
const firstData = 'src/shell/first-data.ts'
const projectScope = 'src/shell/project-scope.tsx'
const organizationScope = 'src/shell/organization-scope.tsx'

/** Modules around the pages, which read their first data. */
export const surroundings = [shell, firstData, projectScope, organizationScope]

const behind = (rows, prefix, around) =>
  rows.map(({ path, source, most = 160, ...row }) => ({
    ...row,
    most,
    path: `${prefix}${path}`,
    source: `src/${source}`,
    around,
    isBehindSignIn: true,
  }))

export const pages = [
  ...inFront.map(({ source, ...row }) => ({
    ...row,
    most: 110,
    source: `src/${source}`,
    around: [],
    isBehindSignIn: false,
  })),
  ...behind(ofPerson, '', [shell, firstData]),
  ...behind(ofProject, 'p/$projectId/', [shell, firstData, projectScope]),
  { ...view, around: [firstData], isBehindSignIn: true },
  ...behind(ofOrganization, 'o/$orgId/', [shell, firstData, organizationScope]),
]

/** Where the console opens: mostly in the library of the last project. */
export const startPage = 'library'
