import { createHash, randomBytes } from 'node:crypto'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const client = createClient(app)

const refresh = (refreshToken: unknown) =>
  client.post('/api/auth/refresh', { refreshToken } as object)
const logout = (refreshToken: unknown) =>
  client.post('/api/auth/logout', { refreshToken } as object)
const logIn = async (): Promise<string> => {
  const { email, password } = owner
  return (await client.post('/api/auth/login', { email, password })).json().refreshToken
}
const refreshed = async (token: string): Promise<string> => {
  const response = await refresh(token)
  t.equal(response.statusCode, 200)
  return response.json().refreshToken
}
const hashOf = (token: string) => new Uint8Array(createHash('sha256').update(token).digest())
const moment = (seconds: number) => new Date(Date.now() + seconds * 1000)
const change = (token: string, data: { spentAt?: Date; expiresAt?: Date }) =>
  database.refreshToken.update({ where: { tokenHash: hashOf(token) }, data })

t.test('a refresh token is exchanged for a new pair, in the format of a login', async (t) => {
  const token = await logIn()
  const response = await refresh(token)
  t.equal(response.statusCode, 200)
  t.equal(response.headers['cache-control'], 'no-store')
  const { accessToken, refreshToken, ...rest } = response.json()
  t.same(rest, {
    tokenType: 'Bearer',
    expiresIn: 900,
    organizationId: owner.organizationId,
    user: { id: owner.userId, name: 'Ada Example', email: owner.email },
  })
  t.match(refreshToken, /^rt_[\w-]{43}$/)
  t.not(refreshToken, token)
  t.equal((await createClient(app, accessToken).get('/api/auth/me')).statusCode, 200)
})

t.test('a session continues across refreshes, with only hashes of its tokens stored', async (t) => {
  let token = await logIn()
  for (let turn = 0; turn < 4; turn++) token = await refreshed(token)
  const stored = await database.refreshToken.findUniqueOrThrow({
    where: { tokenHash: hashOf(token) },
    include: { session: { include: { tokens: true } } },
  })
  t.equal(stored.session.tokens.length, 5)
  t.equal(stored.session.tokens.filter(({ spentAt }) => spentAt === null).length, 1)
  t.notMatch(JSON.stringify(stored), token)
  const days = (stored.expiresAt.getTime() - Date.now()) / 86_400_000
  t.equal(Math.round(days), 30)
})

t.test('within ten seconds a spent token gets the newest one, any number of times', async (t) => {
  const first = await logIn()
  const second = await refreshed(first)
  for (let turn = 0; turn < 4; turn++) t.equal(await refreshed(first), second)
  const third = await refreshed(second)
  for (const spent of [first, second, first]) t.equal(await refreshed(spent), third)
  t.match(await refreshed(third), /^rt_/)
})

t.test('use of a token more than ten seconds after it was spent ends the session', async (t) => {
  const token = await logIn()
  const last = await refreshed(await refreshed(token))
  await change(token, { spentAt: moment(-9) })
  t.equal(await refreshed(token), last)
  const late = await logIn()
  const successor = await refreshed(late)
  await change(late, { spentAt: moment(-10.5) })
  isError(t, await refresh(late), 401, 'REFRESH_TOKEN_INVALID')
  isError(t, await refresh(successor), 401, 'REFRESH_TOKEN_INVALID')
  t.match(await refreshed(last), /^rt_/)
})

t.test('concurrent refreshes all get the same successor', async (t) => {
  for (const count of [2, 6]) {
    const token = await logIn()
    const successors = await Promise.all(Array.from({ length: count }, () => refreshed(token)))
    t.equal(new Set(successors).size, 1)
    t.match(await refreshed(successors[0] ?? ''), /^rt_/)
  }
})

t.test('an expired token is rejected, and its session is unchanged', async (t) => {
  const token = await logIn()
  await change(token, { expiresAt: moment(-1) })
  isError(t, await refresh(token), 401, 'REFRESH_TOKEN_INVALID')
  await change(token, { expiresAt: moment(60) })
  await refreshed(token)
})

t.test('an invalid refresh token is 401, and an invalid body is 400', async (t) => {
  const token = await logIn()
  const garbage = [
    '',
    'x',
    `${token}x`,
    token.slice(0, -1),
    token.slice(3),
    owner.token.slice(0, 200),
  ]
  for (const value of [...garbage, `rt_${randomBytes(32).toString('base64url')}`, 'a\u0000b']) {
    isError(t, await refresh(value), 401, 'REFRESH_TOKEN_INVALID', { what: value.slice(0, 20) })
    t.equal((await logout(value)).statusCode, 204)
  }
  for (const call of [refresh, logout]) {
    for (const value of [undefined, null, 1, {}, 'x'.repeat(201)]) {
      isError(t, await call(value), 400, 'VALIDATION_FAILED', { fields: ['refreshToken'] })
    }
  }
  const unknown = await client.post('/api/auth/refresh', { refreshToken: token, userId: 'x' })
  isError(t, unknown, 400, 'VALIDATION_FAILED', { fields: ['userId'] })
  t.match(await refreshed(token), /^rt_/, 'none of the rejected calls spent the token')
})

t.test('logging out ends only this session, and can be repeated', async (t) => {
  const other = await logIn()
  const spent = await logIn()
  const token = await refreshed(spent)
  for (const value of [token, token, spent]) {
    const response = await logout(value)
    t.equal(response.statusCode, 204)
    t.equal(response.body, '')
  }
  for (const value of [token, spent]) {
    isError(t, await refresh(value), 401, 'REFRESH_TOKEN_INVALID')
  }
  await refreshed(other)
})

t.test('a spent token can log out as well', async (t) => {
  const spent = await logIn()
  const token = await refreshed(spent)
  t.equal((await logout(spent)).statusCode, 204)
  isError(t, await refresh(token), 401, 'REFRESH_TOKEN_INVALID')
})

t.test('a concurrent logout and refresh leave no session', async (t) => {
  for (let round = 0; round < 5; round++) {
    const token = await logIn()
    const [answer] = await Promise.all([refresh(token), logout(token)])
    const successor = answer.statusCode === 200 ? answer.json().refreshToken : token
    isError(t, await refresh(successor), 401, 'REFRESH_TOKEN_INVALID')
  }
})
