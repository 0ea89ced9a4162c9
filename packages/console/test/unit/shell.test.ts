import { may } from '@vitrine/sdk/roles'
import t from '@vitrine/testing/t'
import { matches } from '../../src/controls/matches.ts'
import { roleName } from '../../src/session/role-name.ts'
import { roleHint, rolesUpTo } from '../../src/session/role-words.ts'
import { organizationPages, projectPages } from '../../src/shell/navigation.ts'
import { applyTheme, chooseTheme, chosenTheme } from '../../src/shell/theme.ts'
import { forgetProject, lastProject, rememberProject } from '../../src/tab-session/last-project.ts'
import { inBrowser, storage } from './browser-globals.ts'

t.test('the palette finds a page by some of its letters, in their order', async (t) => {
  const found: [string, string][] = [
    ['Audit log', 'aud'],
    ['Audit log', 'AL'],
    ['New API key', 'new key'],
    ['Library', ''],
    ['Größe', 'gröe'],
  ]
  for (const [text, input] of found) t.ok(matches(text, input), `${input} finds ${text}`)
  const missed: [string, string][] = [
    ['Audit log', 'gol'],
    ['Library', 'libraryy'],
    ['', 'a'],
  ]
  for (const [text, input] of missed) t.notOk(matches(text, input), `${input} misses ${text}`)
})

t.test('the navigation has the pages that a role may see', async (t) => {
  const seen = (role: 'VIEWER' | 'EDITOR' | 'ADMIN' | 'OWNER') =>
    [...projectPages(), ...organizationPages()]
      .filter(({ call }) => may(role, call))
      .map(({ label }) => label)
  const all = ['Library', 'Widgets', 'Analytics', 'API keys', 'Settings']
  const organization = ['Members', 'Audit log', 'Settings of the organization']
  t.same(seen('OWNER'), [...all, ...organization])
  t.same(seen('ADMIN'), [...all, ...organization])
  for (const role of ['EDITOR', 'VIEWER'] as const) {
    t.notOk(seen(role).includes('Settings'), role)
    t.notOk(seen(role).includes('Audit log'), role)
    t.ok(seen(role).includes('Library'), role)
  }
  const paths = [projectPages(), organizationPages()].map((pages) => pages.map(({ path }) => path))
  for (const some of paths) t.equal(new Set(some).size, some.length)
})

t.test('a theme is kept, and the system decides without one', async (t) => {
  const documentElement = { dataset: {} as Record<string, string> }
  inBrowser(t, { localStorage: storage(), document: { documentElement } })
  t.equal(chosenTheme(), 'system')
  chooseTheme('dark')
  t.equal(documentElement.dataset.theme, 'dark')
  t.equal(chosenTheme(), 'dark')
  chooseTheme('system')
  t.equal(documentElement.dataset.theme, undefined)
  localStorage.setItem('vitrine-theme', '<b>')
  applyTheme()
  t.equal(chosenTheme(), 'system', 'what is no theme does not count')
  t.equal(documentElement.dataset.theme, undefined)
})

t.test('the console opens in the last project, if its id is one', async (t) => {
  inBrowser(t, { localStorage: storage() })
  t.equal(lastProject(), null)
  const id = '0f6f6a3e-0000-4000-8000-000000000000'
  rememberProject(id)
  t.equal(lastProject(), id)
  rememberProject('../../sign-in')
  t.equal(lastProject(), null)
  rememberProject(id)
  forgetProject()
  t.equal(lastProject(), null)
})

t.test('roles have a name and a sentence, from the lowest to the highest', async (t) => {
  const roles = rolesUpTo('OWNER')
  t.same(roles, ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'])
  t.same(rolesUpTo('EDITOR'), ['VIEWER', 'EDITOR'])
  t.same(roles.map(roleName), ['Viewer', 'Editor', 'Admin', 'Owner'])
  for (const role of roles) t.match(roleHint(role), /^[A-Z].*\.$/)
  t.equal(new Set(roles.map(roleHint)).size, roles.length)
})
