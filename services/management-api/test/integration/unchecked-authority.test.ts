// Needs a process of its own: it replaces modules of the service before they are loaded.
import { register as registerHooks } from 'node:module'
import type { Database } from '@vitrine/database'
import t from '@vitrine/testing/t'
import { isUuid } from '../../src/fields/uuid.js'
import { openDatabase } from '../dependencies.js'
import { call, type Endpoint, endpoints, nameOf } from '../endpoints.js'
import { ownDatabase } from '../own-database.js'

// Runs the service without its authority checks: every caller is OWNER of everything.
registerHooks('../unchecked/hooks.js', import.meta.url)
const { build } = await import('../build.js')
const { register } = await import('../client.js')
const { createOneOfEach } = await import('../one-of-each.js')
const { createToken, inDays } = await import('../personal-token.js')

const url = await ownDatabase(t)
const app = await build(t, { DATABASE_URL: url })
const database = openDatabase(t, url)
const owner = await register(app)
const stranger = await register(app)
const place = await createOneOfEach(app, owner)

const person = await register(app)
const scope = await createOneOfEach(app, person)
const sibling = await createOneOfEach(app, person)
const second = (await person.post('/api/organizations', { name: 'Second' })).json()
const elsewhere = await createOneOfEach(app, { ...person, organizationId: second.id })
const limits = { organizationId: person.organizationId }
const tokens = [
  { what: 'of an organization', outside: elsewhere, ...(await createToken(app, person, limits)) },
  {
    what: 'of a project',
    outside: sibling,
    ...(await createToken(app, person, { ...limits, projectId: scope.projectId })),
  },
]

type Answer = Awaited<ReturnType<typeof call>>

const ofTenants = endpoints.filter(({ role }) => role !== undefined)
const reads = ofTenants.filter(({ method }) => method === 'GET')

/** The content of every table as text, without the log of rejections. */
async function everything(db: Database): Promise<Record<string, string>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relrowsecurity ORDER BY 1`
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await db.$queryRawUnsafe<[{ all: string | null }]>(
        `SELECT json_agg(row ORDER BY row::text)::text AS all
        FROM ${name} AS t, LATERAL (SELECT to_jsonb(t) - 'last_used' - 'last_used_at' AS row) AS rows
        ${name === 'audit_events' ? 'WHERE reason IS NULL' : ''}`,
      )
      return [name, row.all ?? ''] as const
    }),
  )
  return Object.fromEntries(rows)
}

/** Ids of the owner's resources. */
async function foreignIds(): Promise<string[]> {
  const { organizationId, userId } = owner
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM projects WHERE organization_id = ${organizationId}::uuid
    UNION SELECT id FROM audit_events WHERE organization_id = ${organizationId}::uuid
    UNION SELECT id FROM presets WHERE project_id = ${place.projectId}::uuid
    UNION SELECT id FROM signing_keys WHERE project_id = ${place.projectId}::uuid
    UNION SELECT unnest(${[...Object.values(place).filter(isUuid), userId]}::uuid[])`
  return rows.map(({ id }) => id)
}

/** Ids of the owner in an answer to a stranger, except those in the path. */
async function leaked({ path }: Endpoint, { statusCode, body }: Answer): Promise<string[]> {
  if (statusCode >= 400) return []
  const asked = path.includes(':orgId') ? place.orgId : place.projectId
  return (await foreignIds()).filter((id) => id !== asked && body.includes(id))
}

t.test('the checks are disabled: the owner of an ended session is accepted', async (t) => {
  await owner.post('/api/auth/logout', { refreshToken: owner.refreshToken })
  const response = await owner.get(`/api/organizations/${owner.organizationId}`)
  t.equal(response.statusCode, 200)
})

t.test('no call of a stranger returns a row of others', async (t) => {
  for (const endpoint of reads) {
    const response = await call(stranger, endpoint, place)
    t.same(await leaked(endpoint, response), [], nameOf(endpoint))
    if (response.statusCode !== 200) {
      t.match(response.statusCode, /^40[34]$/, nameOf(endpoint))
      continue
    }
    const body = response.body === '' ? [] : response.json()
    t.same(rowsIn(body, endpoint), [], `${nameOf(endpoint)}: an empty list`)
    t.equal(body.totalElements ?? 0, 0)
  }
})

/** Statistics have a row for each day, whether or not anything happened. */
function rowsIn(body: { contentTypes?: unknown; content?: unknown }, { path }: Endpoint): unknown {
  const rows = path.endsWith('/counts') ? body.contentTypes : (body.content ?? body)
  if (!path.endsWith('/statistics') || !Array.isArray(rows)) return rows
  return rows.filter(({ views, clicks, opens }) => views + clicks + opens > 0)
}

t.test('no call of a stranger changes a row of others', async (t) => {
  for (const endpoint of ofTenants.filter(({ method }) => method !== 'GET')) {
    const before = await withoutJobs()
    const response = await call(stranger, endpoint, place)
    t.ok(response.statusCode < 500, `${nameOf(endpoint)}: ${response.body}`)
    t.same(await leaked(endpoint, response), [], nameOf(endpoint))
    t.same(await withoutJobs(), before, `${nameOf(endpoint)}: nothing was changed`)
  }
})

/** Ignores scheduled jobs, which are rows of the caller. */
async function withoutJobs() {
  const { jobs, ...others } = await everything(database)
  return others
}

/** Ids outside the token's scope in an answer, except those in the path. */
function leakedOutside(outside: typeof place, { path }: Endpoint, { statusCode, body }: Answer) {
  if (statusCode >= 400) return []
  const asked = Object.entries(outside).filter(([name]) => path.includes(`:${name}`))
  const known = asked.map(([, id]) => id)
  const ids = Object.values(outside).filter(isUuid)
  return ids.filter((id) => !known.includes(id) && body.includes(id))
}

for (const { what, outside, ...token } of tokens) {
  t.test(`no call of a token ${what} returns a row outside it`, async (t) => {
    for (const endpoint of reads) {
      const response = await call(token, endpoint, outside)
      t.same(leakedOutside(outside, endpoint, response), [], nameOf(endpoint))
    }
    t.same((await token.get('/api/organizations')).json().content.length, 1)
  })

  t.test(`no call of a token ${what} changes a row outside it`, async (t) => {
    // Deleting the organization begins with its projects, and one of them is the token's.
    const isInside = ({ path }: Endpoint) =>
      outside === sibling && path === '/api/organizations/:orgId'
    const writes = ofTenants.filter((endpoint) =>
      endpoint.method === 'DELETE' ? !isInside(endpoint) : endpoint.method !== 'GET',
    )
    for (const endpoint of writes) {
      const before = await withoutJobs()
      const response = await call(token, endpoint, outside)
      t.same(leakedOutside(outside, endpoint, response), [], nameOf(endpoint))
      t.same(await withoutJobs(), before, `${nameOf(endpoint)}: nothing was changed`)
    }
    const before = await withoutJobs()
    await token.post('/api/organizations', { name: 'Third' })
    await token.post('/api/auth/tokens', {
      ...{
        ...limits,
        name: 'More',
        role: 'OWNER',
        expiresAt: inDays(1),
        password: person.password,
      },
    })
    await token.delete(`/api/auth/tokens/${token.id}`)
    t.same(await withoutJobs(), before)
  })
}

t.test('without the policies the same calls return rows of others', async (t) => {
  await database.$executeRawUnsafe(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relrowsecurity LOOP
      EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', name);
    END LOOP; END $$`)
  const shown = []
  // Usage is returned by a function that checks the membership itself.
  for (const endpoint of reads.filter(({ path }) => path !== '/api/organizations/:orgId/usage')) {
    const response = await call(stranger, endpoint, place)
    t.equal(response.statusCode, 200, nameOf(endpoint))
    shown.push(...(await leaked(endpoint, response)))
  }
  t.not(shown.length, 0)
  for (const { outside, ...token } of tokens) {
    const folder = `/api/projects/${outside.projectId}/folders`
    t.ok((await token.get(folder)).body.includes(outside.folderId))
  }
})
