import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createHousekeeping } from '../../src/housekeeping/housekeeping.js'
import { build } from '../build.js'
import { createClient, type Owner, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const url = '/api/auth/sessions'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const logIn = async ({ email, password }: Owner, userAgent: string, from: object = {}) => {
  const response = await app.inject({
    ...{ method: 'POST', url: '/api/auth/login', payload: { email, password } },
    ...from,
    headers: { 'user-agent': userAgent, ...('headers' in from ? (from.headers as object) : {}) },
  })
  const { accessToken, refreshToken } = response.json()
  return { ...createClient(app, accessToken), accessToken, refreshToken: String(refreshToken) }
}
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const listed = async (person: Pick<Owner, 'get'>) => (await person.get(url)).json().content

t.test('sessions are listed newest first, with device, address and times', async (t) => {
  const owner = await register(app)
  const phone = await logIn(owner, safari, { remoteAddress: '::ffff:198.51.100.7' })
  const response = await phone.get(url)
  t.equal(response.statusCode, 200)
  const { content, ...page } = response.json()
  t.match(page, { totalElements: 2, totalPages: 1, first: true, last: true })
  const [newest, first] = content
  t.same(Object.keys(newest).sort(), [
    'address',
    'createdAt',
    'current',
    'device',
    'id',
    'lastUsed',
  ])
  t.match(newest, {
    id: sessionOf(phone.accessToken),
    device: 'Safari 18 on iOS',
    address: '198.51.100.7',
    current: true,
    createdAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    lastUsed: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  })
  t.match(first, { id: sessionOf(owner.token), current: false, address: '127.0.0.1' })
  t.equal((await phone.get(`${url}?size=1&page=1`)).json().content[0].id, first.id)
})

t.test('the device is a short name, also if the client sends a long one', async (t) => {
  const owner = await register(app)
  const table = [
    [firefox, 'Firefox 140 on Linux'],
    ['curl/8.14.1', 'curl/8.14.1'],
    ['x'.repeat(5000), 'x'.repeat(60)],
    ['', null],
  ] as const
  for (const [userAgent, device] of table) {
    const [newest] = await listed(await logIn(owner, userAgent))
    t.equal(newest.device, device)
  }
})

t.test('a refresh updates the address of the session', async (t) => {
  const owner = await register(app)
  const { refreshToken } = await logIn(owner, firefox)
  const payload = { refreshToken }
  const headers = { 'user-agent': safari }
  const request = { method: 'POST', url: '/api/auth/refresh', payload, headers } as const
  await app.inject({ ...request, remoteAddress: '198.51.100.9' })
  t.match(await listed(owner), [{ device: 'Safari 18 on iOS', address: '198.51.100.9' }, {}])
})

t.test('only live sessions of the caller are listed', async (t) => {
  const owner = await register(app)
  await register(app)
  const { refreshToken } = await logIn(owner, firefox)
  await createClient(app).post('/api/auth/logout', { refreshToken })
  const expired = await logIn(owner, firefox)
  await database.refreshToken.updateMany({
    where: { sessionId: sessionOf(expired.accessToken) },
    data: { expiresAt: new Date(0) },
  })
  const ids = (await listed(owner)).map(({ id }: { id: string }) => id)
  t.same(ids, [sessionOf(owner.token)])
})

t.test('ending a session revokes its tokens at once', async (t) => {
  const owner = await register(app)
  const [lost, kept] = [await logIn(owner, safari), await logIn(owner, firefox)]
  const one = `${url}/${sessionOf(lost.accessToken)}`
  const response = await owner.delete(one)
  t.equal(response.statusCode, 204, response.body)
  isError(t, await lost.get('/api/auth/me'), 401, 'SESSION_ENDED')
  const { refreshToken } = lost
  const refresh = await createClient(app).post('/api/auth/refresh', { refreshToken })
  isError(t, refresh, 401, 'REFRESH_TOKEN_INVALID')
  t.equal((await kept.get('/api/auth/me')).statusCode, 200)
  isError(t, await owner.delete(one), 404, 'SESSION_NOT_FOUND')
  t.equal(
    (await owner.delete(`${url}/${sessionOf(owner.token)}`)).statusCode,
    204,
    'the current session',
  )
  isError(t, await owner.get('/api/auth/me'), 401, 'SESSION_ENDED')
})

t.test('a session of another person cannot be ended', async (t) => {
  const [owner, stranger] = [await register(app), await register(app)]
  for (const id of [sessionOf(stranger.token), randomUUID()]) {
    isError(t, await owner.delete(`${url}/${id}`), 404, 'SESSION_NOT_FOUND')
  }
  isError(t, await owner.delete(`${url}/x`), 400, 'VALIDATION_FAILED', { fields: ['sessionId'] })
  t.equal((await stranger.get('/api/auth/me')).statusCode, 200)
})

t.test('only the caller’s other sessions are ended', async (t) => {
  const [owner, stranger] = [await register(app), await register(app)]
  const others = [await logIn(owner, safari), await logIn(owner, firefox)]
  t.equal((await owner.delete(url)).statusCode, 204)
  for (const other of others) isError(t, await other.get('/api/auth/me'), 401, 'SESSION_ENDED')
  t.match(await listed(owner), [{ current: true }])
  t.equal((await stranger.get('/api/auth/me')).statusCode, 200)
})

t.test('a call with an access token updates the last use of its session', async (t) => {
  const app = await build(t, {})
  const owner = await register(app)
  const where = { id: sessionOf(owner.token) }
  const longAgo = new Date('2020-01-01')
  await database.session.update({ where, data: { lastUsedAt: longAgo } })
  await owner.get(`/api/organizations/${owner.organizationId}`)
  const before = await database.session.findUniqueOrThrow({ where })
  t.same(before.lastUsedAt, longAgo, 'not written per request')
  await app.close()
  const after = await database.session.findUniqueOrThrow({ where })
  t.ok(after.lastUsedAt > longAgo)
})

t.test('ended sessions are deleted after a week', async (t) => {
  const { userId } = await register(app)
  const ended = async (days: number) => {
    const revokedAt = new Date(Date.now() - days * 86_400_000)
    const expiresAt = new Date(Date.now() + 86_400_000)
    const token = { tokenHash: new Uint8Array(Buffer.from(randomUUID())), expiresAt }
    const data = { userId, revokedAt, tokens: { create: token } }
    return (await database.session.create({ data, select: { id: true } })).id
  }
  const [old, recent] = [await ended(8), await ended(6)]
  await createHousekeeping({ database, log: app.log }).run()
  const left = await database.session.findMany({ where: { id: { in: [old, recent] } } })
  t.same(
    left.map(({ id }) => id),
    [recent],
  )
})
