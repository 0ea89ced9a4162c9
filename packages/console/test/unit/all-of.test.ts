import t from '@vitrine/testing/t'
import { openPage } from './service-double.ts'

const page = openPage(t)
const { peopleQuery } = await import('../../src/audit/queries.ts')
const { sessionsQuery, tokensQuery } = await import('../../src/account/queries.ts')
const { widgetNamesQuery } = await import('../../src/analytics/queries.ts')
const { adminsQuery } = await import('../../src/embed-code/queries.ts')
const { usageQuery } = await import('../../src/library/queries.ts')
const { foldersQuery } = await import('../../src/server/folders.ts')
const { readMember } = await import('../../src/members/commands.ts')
const { invitationsQuery } = await import('../../src/members/queries.ts')
const { signingKeysQuery } = await import('../../src/project-settings/queries.ts')
const { presetsQuery } = await import('../../src/server/presets.ts')
const { projectsQuery } = await import('../../src/server/projects.ts')
const { queries } = await import('../../src/server/queries.ts')

t.teardown(() => queries.clear())

const lists: Record<string, () => Promise<readonly unknown[]>> = {
  folders: () => queries.fetchQuery(foldersQuery('p')),
  'widgets that show a picture': () => queries.fetchQuery(usageQuery('p', 'a')),
  'names of widgets': () => queries.fetchQuery(widgetNamesQuery('p')),
  presets: () => queries.fetchQuery(presetsQuery('p')),
  'signing keys': () => queries.fetchQuery(signingKeysQuery('p')),
  projects: () => queries.fetchQuery(projectsQuery('o')),
  people: () => queries.fetchQuery(peopleQuery('o')),
  admins: () => queries.fetchQuery(adminsQuery('o')),
  invitations: () => queries.fetchQuery(invitationsQuery('o')),
  sessions: () => queries.fetchQuery(sessionsQuery),
  tokens: () => queries.fetchQuery(tokensQuery),
}

/** Three items, of which each page has one. */
const answerByPages = () =>
  page.answerBy(({ query }) => {
    const at = Number(query.get('page') ?? 0)
    const [id, path] = [`i${at}`, `Folder ${at}`]
    return { content: [{ id, userId: id, path, name: id, role: 'ADMIN' }], last: at === 2 }
  })

for (const [name, read] of Object.entries(lists)) {
  t.test(`no ${name} are left out of a list that has more than one page`, async (t) => {
    answerByPages()
    t.equal((await read()).length, 3)
    t.same(
      page.calls.map((call) => call.query.get('size')),
      ['500', '500', '500'],
    )
  })
}

t.test('a member is found among many with a similar address', async (t) => {
  answerByPages()
  const member = { userId: 'i2', email: 'a@b.example' } as Parameters<typeof readMember>[1]
  t.match(await readMember('o', member), { userId: 'i2' })
})
