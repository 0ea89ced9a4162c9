import { probeAppOf } from '@vitrine/http'
import { until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { SecurityLog } from '../../src/security-log/log.js'
import { build } from '../build.js'
import { createClient, createProject, join, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createToken, inDays } from '../personal-token.js'

type Event = {
  action: string
  resourceType: string
  resourceId: string
  projectId: string | null
  actor: { id: string } | null
  tokenId: string | null
  clientRequestId: string | null
  reason: string | null
  address: string | null
}

const app = await build(t, { PROBE_PORT: 0 })
const anyone = createClient(app)
const database = openDatabase(t)

const eventsOf = async (owner: Owner, query: string): Promise<Event[]> =>
  (await owner.get(`/api/organizations/${owner.organizationId}/audit-events?${query}`)).json()
    .content

/** Waits, since events are written after the answer. */
async function eventually(t: Test, owner: Owner, action: string, count = 1): Promise<Event[]> {
  let events: Event[] = []
  await until(async () => {
    events = await eventsOf(owner, `action=${action}`)
    return events.length >= count
  })
  t.equal(events.length, count, action)
  return events
}

const logIn = ({ email }: Owner, password: string) =>
  anyone.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'x-request-id': 'login-1' },
  })

t.test('login and logout are logged in each organization of the account', async (t) => {
  const owner = await register(app)
  const made = await owner.post('/api/organizations', { name: 'Second' })
  const second = { ...owner, organizationId: made.json().id as string }
  const { refreshToken } = (await logIn(owner, owner.password)).json()
  await anyone.post('/api/auth/logout', { refreshToken })
  await anyone.post('/api/auth/logout', { refreshToken })
  for (const place of [owner, second]) {
    const about = { actor: { id: owner.userId }, resourceId: owner.userId, address: '127.0.0.1' }
    const [login] = await eventually(t, place, 'account.login')
    t.match(login, { ...about, resourceType: 'account', reason: null, clientRequestId: 'login-1' })
    t.match(await eventually(t, place, 'account.logout'), [about])
  }
})

t.test(
  'a failed login is logged without an actor, and answered as for an unknown e-mail',
  async (t) => {
    const owner = await register(app)
    const failed = await logIn(owner, 'wrong password')
    isError(t, failed, 401, 'CREDENTIALS_INVALID')
    const unknown = await logIn({ ...owner, email: `x${owner.email}` }, 'wrong password')
    isError(t, unknown, 401, 'CREDENTIALS_INVALID')
    t.match(await eventually(t, owner, 'account.login-failed'), [
      {
        actor: null,
        resourceId: owner.userId,
        reason: 'CREDENTIALS_INVALID',
        address: '127.0.0.1',
      },
    ])
  },
)

t.test('a wrong current password is logged', async (t) => {
  const owner = await register(app)
  const input = { currentPassword: 'wrong password', newPassword: 'quite another battery 7' }
  isError(t, await owner.put('/api/auth/password', input), 400, 'PASSWORD_WRONG')
  t.match(await eventually(t, owner, 'account.login-failed'), [{ reason: 'PASSWORD_WRONG' }])
})

t.test(
  'reuse of a refresh token is logged, and so is a later call with a token of its session',
  async (t) => {
    const owner = await register(app)
    const { refreshToken, accessToken } = (await logIn(owner, owner.password)).json()
    const refresh = () => anyone.post('/api/auth/refresh', { refreshToken })
    for (let i = 0; i < 2; i++) t.equal((await refresh()).statusCode, 200)
    await database.$executeRaw`
    UPDATE refresh_tokens SET spent_at = now() - interval '1 minute' WHERE spent_at IS NOT NULL
      AND session_id IN (SELECT id FROM sessions WHERE user_id = ${owner.userId}::uuid)`
    isError(t, await refresh(), 401, 'REFRESH_TOKEN_INVALID')
    t.match(await eventually(t, owner, 'account.token-reused'), [{ actor: null }])
    isError(t, await createClient(app, accessToken).get('/api/auth/me'), 401, 'SESSION_ENDED')
    t.match(await eventually(t, owner, 'account.refuse'), [{ reason: 'SESSION_ENDED' }])
  },
)

t.test('a rejected member is named, with the project', async (t) => {
  const owner = await register(app)
  const viewer = await join(app, owner, 'VIEWER')
  const { id } = await createProject(owner)
  const organization = `/api/organizations/${owner.organizationId}`
  isError(t, await viewer.put(organization, { name: 'x' }), 403, 'FORBIDDEN')
  isError(t, await viewer.delete(`/api/projects/${id}`), 403, 'FORBIDDEN')
  const about = { actor: { id: viewer.userId }, reason: 'FORBIDDEN', address: '127.0.0.1' }
  t.match(await eventually(t, owner, 'organization.refuse'), [
    { ...about, resourceId: owner.organizationId, projectId: null },
  ])
  t.match(await eventually(t, owner, 'project.refuse'), [
    { ...about, resourceId: id, projectId: id },
  ])
})

t.test('a rejected personal access token is named, with the reason', async (t) => {
  const owner = await register(app)
  const { organizationId, userId } = owner
  const { id: projectId } = await createProject(owner)
  const token = await createToken(app, owner, { organizationId, projectId, role: 'VIEWER' })
  const about = { actor: { id: userId }, tokenId: token.id, address: '127.0.0.1' }
  isError(t, await token.delete(`/api/projects/${projectId}`), 403, 'FORBIDDEN')
  t.match(await eventually(t, owner, 'project.refuse'), [{ ...about, reason: 'FORBIDDEN' }])
  isError(t, await token.get('/api/auth/sessions'), 403, 'FORBIDDEN')
  const [noted] = await eventually(t, owner, 'organization.refuse')
  t.match(noted, { ...about, reason: 'FORBIDDEN', resourceId: organizationId })
  const where = { id: token.id }
  await database.personalAccessToken.update({ where, data: { expiresAt: inDays(-1) } })
  isError(t, await token.get('/api/organizations'), 401, 'TOKEN_EXPIRED')
  const events = await eventually(t, owner, 'organization.refuse', 2)
  t.match(events[0], { ...about, reason: 'TOKEN_EXPIRED', resourceId: organizationId })
})

t.test('an unknown token is counted, and not logged', async (t) => {
  const owner = await register(app)
  const { organizationId } = owner
  const token = await createToken(app, owner, { organizationId })
  await owner.delete(`/api/auth/tokens/${token.id}`)
  isError(t, await token.get(`/api/organizations/${organizationId}`), 401, 'TOKEN_INVALID')
  // Events are written in order: the last one shows that the earlier ones are written.
  await logIn(owner, owner.password)
  await eventually(t, owner, 'account.login')
  t.same(await eventsOf(owner, 'action=organization.refuse'), [])
})

t.test('a rejected stranger is counted, and not named to the admins', async (t) => {
  const owner = await register(app)
  const stranger = await register(app)
  const url = `/api/organizations/${owner.organizationId}`
  const headers = { 'x-request-id': 'mine' }
  isError(t, await stranger.send({ url, headers }), 403, 'FORBIDDEN')
  t.match(await eventually(t, owner, 'organization.refuse'), [
    { actor: null, address: null, clientRequestId: null, reason: 'FORBIDDEN' },
  ])
})

t.test('a flood writes a bounded number of rows, and metrics count all of it', async (t) => {
  const owner = await register(app)
  const viewer = await join(app, owner, 'VIEWER')
  const url = `/api/organizations/${owner.organizationId}`
  const count = async (name: string) => {
    const { body } = await probeAppOf(app).inject('/metrics')
    return Number(body.match(new RegExp(`^${name} (\\d+)`, 'm'))?.[1] ?? 0)
  }
  const refused = 'refusals_total\\{code="FORBIDDEN"\\}'
  const before = await count(refused)
  for (let i = 0; i < 30; i++) {
    isError(t, await viewer.put(url, { name: 'x' }), 403, 'FORBIDDEN')
    await logIn(owner, 'wrong password')
  }
  t.ok((await count(refused)) >= before + 30)
  t.ok((await count('audit_events_left_out_total')) >= 30)
  // This event is within the limits, and shows that the earlier ones are written.
  await logIn(owner, owner.password)
  await eventually(t, owner, 'account.login')
  // A new minute may have begun in between.
  for (const action of ['organization.refuse', 'account.login-failed']) {
    const { length } = await eventsOf(owner, `action=${action}&size=100`)
    t.ok(length >= 5 && length <= 10, `${action}: ${length}`)
  }
})

t.test('the queue of events is bounded, and it is drained before the process ends', async (t) => {
  const owner = await register(app)
  const security = new SecurityLog({ database, log: app.log })
  const origin = { requestId: 'r', clientRequestId: null, tokenId: null, address: '127.0.0.1' }
  for (let i = 0; i < 1100; i++) {
    security.ofAccount(origin, 'account.login', { id: owner.userId, isActor: true })
  }
  t.ok(security.leftOut >= 99, String(security.leftOut))
  await security.drained()
  const { organizationId } = owner
  const written = await database.auditEvent.count({
    where: { organizationId, action: 'account.login' },
  })
  t.equal(written + security.leftOut, 1100)
})
