import { backends, freshName, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const client = createClient(app)

const logIn = (email: string, password: string) =>
  client.post('/api/auth/login', { email, password })
const changePassword = (who: Owner, currentPassword: unknown, newPassword: unknown) =>
  who.put('/api/auth/password', { currentPassword, newPassword } as object)
const eventsOf = (userId: string) =>
  database.auditEvent.findMany({
    where: { action: { in: ['account.update', 'account.password'] }, resourceId: userId },
    orderBy: { createdAt: 'asc' },
  })

t.test(
  'PUT changes the name; the other fields of the GET response are accepted unchanged',
  async (t) => {
    const owner = await register(app)
    const before = (await owner.get('/api/auth/me')).json()
    const response = await owner.put('/api/auth/me', { ...before, name: '  Grace  ' })
    t.equal(response.statusCode, 200)
    t.same(response.json(), { ...before, name: 'Grace' })
    t.same((await owner.get('/api/auth/me')).json(), { ...before, name: 'Grace' })
  },
)

t.test('the account names the zone of all times', async (t) => {
  const owner = await register(app)
  const { timeZone, utcOffset } = (await owner.get('/api/auth/me')).json()
  t.equal(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone)
  t.match(utcOffset, /^[+-]\d\d:\d\d$/)
})

t.test('the account names the limits on uploads', async (t) => {
  const uploadLimits = { maxBytes: 5_000_000, maxPixels: 1_000_000 }
  const limited = await build(t, {
    MAX_UPLOAD_BYTES: uploadLimits.maxBytes,
    MAX_IMAGE_PIXELS: uploadLimits.maxPixels,
  })
  const owner = await register(limited)
  const me = (await owner.get('/api/auth/me')).json()
  t.same(me.uploadLimits, uploadLimits)
  const renamed = await owner.put('/api/auth/me', { ...me, name: 'Grace' })
  t.same(renamed.json().uploadLimits, uploadLimits)
})

t.test('a new name is audited once in each organization of the account', async (t) => {
  const owner = await register(app)
  const second = await register(app)
  const { userId } = owner
  await database.membership.create({
    data: { userId, organizationId: second.organizationId, role: 'VIEWER' },
  })
  for (const name of ['Grace', 'Grace']) await owner.put('/api/auth/me', { name })
  const events = await eventsOf(userId)
  t.same(
    events.map(({ organizationId }) => organizationId).sort(),
    [owner.organizationId, second.organizationId].sort(),
  )
  for (const event of events) {
    t.match(event, {
      action: 'account.update',
      actorId: userId,
      changes: { name: { from: 'Ada Example', to: 'Grace' } },
    })
  }
})

t.test(
  'an organization that is deleted during the call is listed completely or not at all',
  async (t) => {
    const name = freshName('reader')
    const url = new URL(backends().databaseUrl)
    url.searchParams.set('application_name', name)
    const owner = await register(await build(t, { DATABASE_URL: url.href }))
    const isWaiting = async () => {
      const waiting = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
      WHERE application_name = ${name} AND wait_event_type = 'Lock'`
      return waiting.length > 0
    }
    const [me] = await database.transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE`
      const me = owner.get('/api/auth/me')
      await until(isWaiting)
      await tx.organization.delete({ where: { id: owner.organizationId }, select: { id: true } })
      return [me]
    })
    const { statusCode, body } = (await me) ?? {}
    t.equal(statusCode, 200, body)
    t.same(JSON.parse(body ?? '').organizations, [])
  },
)

t.test('a new password replaces the old one and ends all other sessions', async (t) => {
  const owner = await register(app)
  const stranger = await register(app)
  const sessions = await Promise.all(
    [0, 1].map(async () => (await logIn(owner.email, owner.password)).json()),
  )
  const response = await changePassword(owner, owner.password, 'a new password')
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  isError(t, await logIn(owner.email, owner.password), 401, 'CREDENTIALS_INVALID')
  const fresh = await logIn(owner.email, 'a new password')
  t.equal(fresh.statusCode, 200)
  for (const { accessToken, refreshToken } of sessions) {
    const other = createClient(app, accessToken)
    isError(t, await other.get('/api/auth/me'), 401, 'SESSION_ENDED')
    const refused = await client.post('/api/auth/refresh', { refreshToken })
    isError(t, refused, 401, 'REFRESH_TOKEN_INVALID')
  }
  t.equal((await owner.get('/api/auth/me')).statusCode, 200, 'the current session stays valid')
  for (const { refreshToken } of [fresh.json(), owner, stranger]) {
    t.equal((await client.post('/api/auth/refresh', { refreshToken })).statusCode, 200)
  }
  const [event, ...others] = await eventsOf(owner.userId)
  t.match(event, { action: 'account.password', organizationId: owner.organizationId, changes: {} })
  t.same(others, [])
})

t.test('a wrong current password changes nothing', async (t) => {
  const owner = await register(app)
  const { refreshToken } = (await logIn(owner.email, owner.password)).json()
  for (const wrong of ['', 'wrong password', `${owner.password} `]) {
    const response = await changePassword(owner, wrong, 'a new password')
    isError(t, response, 400, 'PASSWORD_WRONG', { fields: ['currentPassword'] })
    t.notOk('www-authenticate' in response.headers, 'clients must not try to refresh their tokens')
  }
  t.equal((await client.post('/api/auth/refresh', { refreshToken })).statusCode, 200)
  t.equal((await logIn(owner.email, owner.password)).statusCode, 200)
  t.same(await eventsOf(owner.userId), [])
})

t.test('a short or commonly guessed password is rejected', async (t) => {
  const owner = await register(app)
  for (const password of ['1234567', 'iloveyou1', 'an Example of it', 7, undefined]) {
    const response = await changePassword(owner, owner.password, password)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['newPassword'] })
  }
  t.equal((await logIn(owner.email, owner.password)).statusCode, 200)
})

t.test(
  'of two concurrent changes one succeeds, and no login with the old password survives it',
  async (t) => {
    const owner = await register(app)
    const [first, second, login] = await Promise.all([
      changePassword(owner, owner.password, 'the first one'),
      changePassword(owner, owner.password, 'the second one'),
      logIn(owner.email, owner.password),
    ])
    t.same([first, second].map(({ statusCode }) => statusCode).sort(), [204, 400])
    if (login.statusCode === 200) {
      const { refreshToken } = login.json()
      const refused = await client.post('/api/auth/refresh', { refreshToken })
      isError(t, refused, 401, 'REFRESH_TOKEN_INVALID')
    } else isError(t, login, 401, 'CREDENTIALS_INVALID')
    const current = first.statusCode === 204 ? 'the first one' : 'the second one'
    t.equal((await logIn(owner.email, current)).statusCode, 200)
  },
)
