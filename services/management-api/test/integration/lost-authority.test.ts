import { freshName } from '@vitrine/testing'
import fc from 'fast-check'
import t from 'tap'
import { build } from '../build.js'
import { createClient, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { type Endpoint, endpoints, nameOf } from '../endpoints.js'
import { furnish } from '../furnish.js'
import { slowCalls } from '../slow-calls.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const place = await furnish(app, owner)
const begin = await slowCalls(app)

const renamed = () => ({ payload: { name: freshName('Renamed') } })
/** Of the author's own account: a role has no say in them. */
const ofAccount: Endpoint[] = [
  { method: 'PUT', path: '/api/auth/me', request: renamed },
  { method: 'POST', path: '/api/organizations', request: renamed },
]
const ofMembers = endpoints.filter(
  ({ method, role, request }) => method !== 'GET' && role !== undefined && request !== undefined,
)

type Author = Awaited<ReturnType<typeof join>>

const member = (author: Author) =>
  `/api/organizations/${owner.organizationId}/members/${author.userId}`

/** What ends an author's authority, and with which code the author is refused after that. */
const losses = {
  removal: { run: (author: Author) => owner.delete(member(author)), code: 'FORBIDDEN' },
  demotion: {
    run: (author: Author) => owner.put(member(author), { role: 'VIEWER' }),
    code: 'FORBIDDEN',
  },
  logout: {
    run: ({ refreshToken }: Author) => createClient(app).post('/api/auth/logout', { refreshToken }),
    code: 'SESSION_ENDED',
  },
  'another password': {
    run: async ({ email, password }: Author) => {
      const login = await createClient(app).post('/api/auth/login', { email, password })
      const elsewhere = createClient(app, login.json().accessToken)
      const passwords = { currentPassword: password, newPassword: 'tidal umbrella orchard' }
      return elsewhere.put('/api/auth/password', passwords)
    },
    code: 'SESSION_ENDED',
  },
}
type Loss = keyof typeof losses

/** Everything in the organization and of the author, as one text. */
async function stateOf({ userId }: Author): Promise<string> {
  const inProjects = `project_id IN (SELECT id FROM projects WHERE organization_id = '${place.orgId}')`
  const ofOrganization = `organization_id = '${place.orgId}'`
  const tables = {
    ...{ projects: ofOrganization, invitations: ofOrganization },
    // Without logins and refusals.
    audit_events: `${ofOrganization} AND action !~ 'log|refuse'`,
    ...{ folders: inProjects, assets: inProjects, widgets: inProjects, api_keys: inProjects },
    ...{ users: `id = '${userId}'`, organizations: `id = '${place.orgId}'` },
    memberships: `${ofOrganization} OR user_id = '${userId}'`,
  }
  const states = Object.entries(tables).map(async ([table, where]) => {
    const rows = await database.$queryRawUnsafe<{ state: string }[]>(
      `SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS state FROM ${table} AS t WHERE ${where}`,
    )
    return `${table} ${rows[0]?.state}`
  })
  return (await Promise.all(states)).join('\n')
}

async function start(author: Author, endpoint: Endpoint) {
  const { payload, headers } = (await endpoint.request?.()) ?? {}
  return begin({
    ...{ method: endpoint.method, token: author.token },
    url: endpoint.path.replace(/:(\w+)/g, (_, name: keyof typeof place) => place[name] ?? ''),
    contentType: String(headers?.['content-type'] ?? 'application/json'),
    body: Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload)),
  })
}

const calls = fc.array(
  fc.record({
    nth: fc.nat(),
    /** When its body ends: before the loss is asked for, beside it, or after it is acknowledged. */
    ends: fc.constantFrom('before' as const, 'beside' as const, 'after' as const),
  }),
  { minLength: 1, maxLength: 6 },
)

for (const loss of Object.keys(losses) as Loss[]) {
  t.test(`no change is committed after its author lost the right to it: ${loss}`, async (t) => {
    const { run, code } = losses[loss]
    const isOfSession = code === 'SESSION_ENDED'
    const choice = isOfSession ? [...ofMembers, ...ofAccount] : ofMembers
    let refused = 0
    const property = fc.asyncProperty(
      fc.constantFrom('EDITOR' as const, 'ADMIN' as const),
      calls,
      async (role, planned) => {
        const author = await join(app, owner, role)
        const slow = await Promise.all(
          planned.map(async ({ nth, ends }) => {
            const endpoint = choice[nth % choice.length] as Endpoint
            return { endpoint, ends, ...(await start(author, endpoint)) }
          }),
        )
        const finish = (when: string) =>
          slow
            .filter(({ ends }) => ends === when)
            .map(async (call) => ({ ...call, ...(await call.finish()) }))
        const early = finish('before')
        const ending = run(author)
        early.push(...finish('beside'))
        t.match((await ending).statusCode, /^20[04]$/)
        const state = await stateOf(author)
        const late = await Promise.all(finish('after'))
        const answers = [...(await Promise.all(early)), ...late]
        if ((await stateOf(author)) !== state) throw new Error('changed after the loss')
        for (const { endpoint, status, ...answer } of answers) {
          if (status >= 500) throw new Error(`${nameOf(endpoint)}: ${status} ${answer.code}`)
        }
        for (const { endpoint, status, ...answer } of late) {
          refused += 1
          const isExpected = answer.code === code || answer.code === 'FORBIDDEN'
          if (!isExpected) throw new Error(`${nameOf(endpoint)}: ${status} ${answer.code}`)
        }
      },
    )
    await fc.assert(property, { numRuns: 12, endOnFailure: true })
    t.ok(refused > 0, `${refused} calls whose bodies ended too late`)
  })
}
