import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { build } from '../build.js'
import { createClient, join, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { type Endpoint, endpoints, nameOf } from '../endpoints.js'
import { createOneOfEach } from '../one-of-each.js'
import { createToken, inDays } from '../personal-token.js'
import { slowCalls } from '../slow-calls.js'
import { personalTokenRule } from '../token-rules.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const place = await createOneOfEach(app, owner)
const begin = await slowCalls(app)

const renamed = () => ({ payload: { name: freshName('Renamed') } })
/** Changes of the author's own account, which require no role. */
const ofAccount: Endpoint[] = [
  { method: 'PUT', path: '/api/auth/me', request: renamed },
  { method: 'POST', path: '/api/organizations', request: renamed },
]
/** A call that a VIEWER may make changes nothing. */
const ofMembers = endpoints.filter(
  ({ method, role = 'VIEWER', request }) =>
    method !== 'GET' && role !== 'VIEWER' && request !== undefined,
)

const ofTokens = ofMembers.filter((endpoint) => personalTokenRule(endpoint) !== 'refused')

/** How a call authenticates. */
type By = 'session' | 'token'
type Author = Awaited<ReturnType<typeof joinWithToken>>

async function joinWithToken(role: 'EDITOR' | 'ADMIN', projectId: string | null) {
  const author = await join(app, owner, role)
  const { organizationId } = owner
  return {
    ...author,
    personal: await createToken(app, author, { organizationId, projectId, role }),
  }
}

const member = (author: Author) =>
  `/api/organizations/${owner.organizationId}/members/${author.userId}`

type Answer = { statusCode: number }
type Loss = {
  run: (author: Author) => Promise<Answer>
  /** Whose calls it ends, and the codes besides FORBIDDEN with which they are rejected afterwards. */
  codes: Partial<Record<By, string[]>>
}

/** Events that end an author's authority. */
const losses: Record<string, Loss> = {
  removal: {
    run: (author) => owner.delete(member(author)),
    // Personal access tokens are deleted with the membership.
    codes: { session: [], token: ['TOKEN_INVALID'] },
  },
  demotion: {
    run: (author) => owner.put(member(author), { role: 'VIEWER' }),
    codes: { session: [], token: [] },
  },
  'revocation of a token': {
    run: ({ personal, ...author }) => author.delete(`/api/auth/tokens/${personal.id}`),
    codes: { token: ['TOKEN_INVALID'] },
  },
  'expiry of a token': {
    run: async ({ personal: { id } }) => {
      const data = { expiresAt: inDays(-1) }
      await database.personalAccessToken.update({ where: { id }, data })
      return { statusCode: 200 }
    },
    codes: { token: ['TOKEN_EXPIRED'] },
  },
  logout: {
    run: ({ refreshToken }) => createClient(app).post('/api/auth/logout', { refreshToken }),
    codes: { session: ['SESSION_ENDED'] },
  },
  'another password': {
    run: async ({ email, password }) => {
      const login = await createClient(app).post('/api/auth/login', { email, password })
      const elsewhere = createClient(app, login.json().accessToken)
      const passwords = { currentPassword: password, newPassword: 'tidal umbrella orchard' }
      return elsewhere.put('/api/auth/password', passwords)
    },
    codes: { session: ['SESSION_ENDED'] },
  },
}

/** All rows of the organization and of the author, as one text. */
async function stateOf({ userId }: Author): Promise<string> {
  const inProjects = `project_id IN (SELECT id FROM projects WHERE organization_id = '${place.orgId}')`
  const ofOrganization = `organization_id = '${place.orgId}'`
  const tables = {
    ...{ projects: ofOrganization, invitations: ofOrganization },
    // Without logins and rejections.
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

async function start(author: Author, by: By, endpoint: Endpoint) {
  const { payload, headers } = (await endpoint.request?.()) ?? {}
  return begin({
    method: endpoint.method,
    token: by === 'token' ? author.personal.token : author.token,
    url: endpoint.path.replace(/:(\w+)/g, (_, name: keyof typeof place) => place[name] ?? ''),
    contentType: String(headers?.['content-type'] ?? 'application/json'),
    body: Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload)),
  })
}

const calls = fc.array(
  fc.record({
    nth: fc.nat(),
    isByToken: fc.boolean(),
    /** When the body ends: before the revoking call, concurrently with it, or after its answer. */
    ends: fc.constantFrom('before' as const, 'beside' as const, 'after' as const),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Which calls a loss of authority ends. */
function choiceOf({ codes }: Loss, by: By): Endpoint[] {
  if (by === 'token') return ofTokens
  return codes.session?.includes('SESSION_ENDED') ? [...ofMembers, ...ofAccount] : ofMembers
}

for (const [name, loss] of Object.entries(losses)) {
  t.test(`no change is committed after its author lost the right to it: ${name}`, async (t) => {
    const { run, codes } = loss
    let refused = 0
    const property = fc.asyncProperty(
      fc.constantFrom('EDITOR' as const, 'ADMIN' as const),
      fc.constantFrom(null, place.projectId),
      calls,
      async (role, limit, planned) => {
        const author = await joinWithToken(role, limit)
        const slow = await Promise.all(
          planned.map(async ({ nth, isByToken, ends }) => {
            const preferred = isByToken ? 'token' : 'session'
            const by = codes[preferred] ? preferred : (Object.keys(codes)[0] as By)
            const choice = choiceOf(loss, by)
            const endpoint = choice[nth % choice.length] as Endpoint
            return { endpoint, by, ends, ...(await start(author, by, endpoint)) }
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
        for (const { endpoint, by, status, ...answer } of late) {
          refused += 1
          // A call that was never authorized is rejected before its body is read.
          const expected = ['FORBIDDEN', ...(codes[by] ?? [])]
          if (!expected.includes(String(answer.code)))
            throw new Error(`${nameOf(endpoint)}: ${status} ${answer.code}`)
        }
      },
    )
    await fc.assert(property, { numRuns: 12, endOnFailure: true })
    t.ok(refused > 0, `${refused} calls whose bodies ended too late`)
  })
}
