import type { App } from '@vitrine/http'
import { freshEmail, freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createClient, invite, register } from '../client.js'
import { isError } from '../error-answer.js'

const origin = 'https://vitrine.test'
const name = '__Secure-vitrine-refresh'
const app = await build(t, { PUBLIC_URL: origin, CORS_ORIGINS: 'https://shop.test' })
const owner = await register(app)
const { email, password } = owner

type Headers = Record<string, string>

const own: Headers = { 'sec-fetch-site': 'same-origin' }
const mode = { session: 'cookie' }
/** Headers of calls that no page of PUBLIC_URL makes. */
const foreign: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  'another host of the same site': { 'sec-fetch-site': 'same-site', origin: 'https://a.test' },
  'a person who opened an address': { 'sec-fetch-site': 'none' },
  'another site, with an Origin that is right': { 'sec-fetch-site': 'cross-site', origin },
  'an old browser, from another site': { origin: 'https://evil.test' },
  'an origin that CORS allows': { origin: 'https://shop.test' },
  'another scheme': { origin: 'http://vitrine.test' },
  'another port': { origin: `${origin}:8443` },
  'a sandboxed frame': { origin: 'null' },
  'no browser': {},
}

const presence = 'vitrine-signed-in'

/** Posts as a browser with this refresh token would; without one, with no cookie. */
const post = (path: string, body: object, { headers = own, token = '', of = app } = {}) =>
  createClient(of).send({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
    ...(token && { cookies: { [name]: token } }),
  })
type Answer = Awaited<ReturnType<typeof post>>

const cookieOf = ({ cookies }: Answer) =>
  cookies.find((cookie) => cookie.name.endsWith('vitrine-refresh'))
const tokenOf = (answer: Answer): string => cookieOf(answer)?.value ?? ''
const isCleared = (answer: Answer): boolean => {
  const cookie = cookieOf(answer)
  return cookie?.value === '' && cookie.path === '/api/auth' && cookie.expires?.getTime() === 0
}
const logIn = (headers = own, of: App = app) =>
  post('login', { email, password, ...mode }, { headers, of })
const newAccount = () => ({
  ...{ organizationName: freshName('org'), name: 'Ada', email: freshEmail(), password },
  ...mode,
})

t.test(
  'register, login, accept and refresh set the cookie, and the body has no token',
  async (t) => {
    const { token } = await invite(owner, owner.organizationId)
    const first = await logIn()
    const answers = {
      register: await post('register', newAccount()),
      login: first,
      accept: await post('invitations/accept', { token, name: 'Bo', password, ...mode }),
      refresh: await post('refresh', mode, { token: tokenOf(first) }),
    }
    for (const [call, answer] of Object.entries(answers)) {
      const cookie = cookieOf(answer)
      const attributes = { path: '/api/auth', httpOnly: true, secure: true, sameSite: 'Strict' }
      t.match(cookie, { name, value: /^rt_[\w-]{43}$/, maxAge: 30 * 86_400, ...attributes }, call)
      t.notOk(cookie?.domain, 'for this host alone')
      t.notMatch(answer.body, /refreshToken|rt_/, call)
      const me = await createClient(app, answer.json().accessToken).get('/api/auth/me')
      t.equal(me.statusCode, 200, call)
    }
    t.not(tokenOf(answers.refresh), tokenOf(first))
  },
)

t.test('the console sees that there is a session, and nothing else of it', async (t) => {
  const presenceOf = ({ cookies }: Answer) => cookies.find((one) => one.name === presence)
  const login = await logIn()
  t.match(presenceOf(login), {
    ...{ value: '1', path: '/console', maxAge: 30 * 86_400, secure: true, sameSite: 'Strict' },
  })
  t.notOk(presenceOf(login)?.httpOnly, 'its page reads it')
  const logout = await post('logout', mode, { token: tokenOf(login) })
  t.match(presenceOf(logout), { value: '', path: '/console' })
  t.equal(presenceOf(logout)?.expires?.getTime(), 0)
  t.equal(presenceOf(await post('login', { email, password })), undefined)
})

t.test('a call that does not ask for the cookie neither sets nor reads it', async (t) => {
  const token = tokenOf(await logIn())
  const login = await post('login', { email, password })
  t.match(login.json().refreshToken, /^rt_/)
  t.equal(cookieOf(login), undefined)
  for (const call of ['refresh', 'logout']) {
    const answer = await post(call, {}, { token })
    isError(t, answer, 400, 'VALIDATION_FAILED', { fields: ['refreshToken'] })
    const both = await post(call, { refreshToken: token, ...mode }, { token })
    isError(t, both, 400, 'VALIDATION_FAILED', { fields: ['refreshToken'] })
  }
  const unknown = await post('refresh', { session: 'body' }, { token })
  isError(t, unknown, 400, 'VALIDATION_FAILED', { fields: ['session'] })
  t.equal((await post('refresh', mode, { token })).statusCode, 200, 'the token is still unspent')
})

t.test('the cookie is no access token', async (t) => {
  const cookies = { [name]: tokenOf(await logIn()) }
  for (const url of ['/api/auth/me', '/api/auth/sessions', '/api/organizations']) {
    isError(t, await createClient(app).send({ url, cookies, headers: own }), 401, 'TOKEN_MISSING')
  }
})

t.test('no other origin can refresh or end the session of a browser', async (t) => {
  const token = tokenOf(await logIn())
  for (const [from, headers] of Object.entries(foreign)) {
    for (const call of ['refresh', 'logout']) {
      const answer = await post(call, mode, { headers, token })
      isError(t, answer, 403, 'ORIGIN_NOT_ALLOWED', { what: `${call} by ${from}` })
      t.equal(cookieOf(answer), undefined)
    }
  }
  t.equal((await post('refresh', mode, { token })).statusCode, 200)
})

t.test('no other origin can log a browser in', async (t) => {
  const { token } = await invite(owner, owner.organizationId)
  const account = newAccount()
  for (const [from, headers] of Object.entries(foreign)) {
    const answers = [
      await logIn(headers),
      await post('register', account, { headers }),
      await post('invitations/accept', { token, name: 'Bo', password, ...mode }, { headers }),
    ]
    for (const answer of answers) {
      isError(t, answer, 403, 'ORIGIN_NOT_ALLOWED', { what: from })
      t.same(answer.cookies, [])
    }
  }
  const registered = await post('register', account)
  t.equal(registered.statusCode, 201, 'nothing was created before')
})

t.test('without Sec-Fetch-Site, the Origin must be that of PUBLIC_URL', async (t) => {
  t.equal((await logIn({ origin })).statusCode, 200)
})

t.test('a body that a form can send is refused, even from the same origin', async (t) => {
  const token = tokenOf(await logIn())
  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  for (const type of forms) {
    const headers = { ...own, 'content-type': type }
    const answer = await createClient(app).send({
      method: 'POST',
      url: '/api/auth/logout',
      payload: JSON.stringify(mode),
      headers,
      cookies: { [name]: token },
    })
    isError(t, answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
  t.equal((await post('refresh', mode, { token })).statusCode, 200)
})

t.test('pages of CORS_ORIGINS cannot send cookies', async (t) => {
  const headers = { origin: 'https://shop.test', 'access-control-request-method': 'POST' }
  const { headers: allowed } = await app.inject({
    method: 'OPTIONS',
    url: '/api/auth/refresh',
    headers,
  })
  t.equal(allowed['access-control-allow-origin'], 'https://shop.test')
  t.equal(allowed['access-control-allow-credentials'], undefined)
})

t.test('the end of a session removes its cookie', async (t) => {
  const login = await logIn()
  const token = tokenOf(login)
  const out = await post('logout', mode, { token })
  t.equal(out.statusCode, 204)
  t.ok(isCleared(out), 'logout')
  const refused = await post('refresh', mode, { token })
  isError(t, refused, 401, 'REFRESH_TOKEN_INVALID')
  t.ok(isCleared(refused), 'a refresh of an ended session')
  const none = await post('refresh', mode)
  isError(t, none, 401, 'REFRESH_TOKEN_INVALID')
  t.equal(cookieOf(none), undefined, 'nothing to remove')
  t.equal((await post('logout', mode)).statusCode, 204)
})

t.test(
  'ending the own session or the account removes the cookie, ending another does not',
  async (t) => {
    const registered = await post('register', newAccount())
    const cookies = { [name]: tokenOf(registered) }
    const { accessToken, user } = registered.json()
    const second = await post('login', { email: user.email, password, ...mode })
    const first = createClient(app, accessToken)
    const sessions: { id: string; current: boolean }[] = (
      await first.get('/api/auth/sessions')
    ).json().content
    const end = (isCurrent: boolean) => {
      const id = sessions.find(({ current }) => current === isCurrent)?.id
      return first.send({ method: 'DELETE', url: `/api/auth/sessions/${id}`, cookies })
    }
    const ofOther = await end(false)
    t.equal(ofOther.statusCode, 204)
    t.equal(cookieOf(ofOther), undefined)
    t.equal(second.statusCode, 200)
    t.ok(isCleared(await end(true)))

    const last = await post('login', { email: user.email, password, ...mode })
    const client = createClient(app, last.json().accessToken)
    const { organizationId } = last.json()
    t.equal((await client.delete(`/api/organizations/${organizationId}`)).statusCode, 204)
    const deleted = await client.send({
      method: 'DELETE',
      url: '/api/auth/me',
      payload: { password },
      cookies: { [name]: tokenOf(last) },
    })
    t.equal(deleted.statusCode, 204)
    t.ok(isCleared(deleted))
  },
)

t.test('a repeated registration sets the cookie again, until its token is spent', async (t) => {
  const account = newAccount()
  const headers = { ...own, 'idempotency-key': freshName('key') }
  const [first, again] = [
    await post('register', account, { headers }),
    await post('register', account, { headers }),
  ]
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.same(again.json(), first.json())
  t.match(tokenOf(again), /^rt_/)
  t.equal(tokenOf(again), tokenOf(first))
  await post('refresh', mode, { token: tokenOf(first) })
  const late = await post('register', account, { headers })
  isError(t, late, 409, 'SECRET_REVOKED')
  t.equal(cookieOf(late), undefined)
})

t.test('on http://localhost the cookie has another name and is not Secure', async (t) => {
  const local = await build(t, { PUBLIC_URL: 'http://localhost:8080' })
  const cookie = cookieOf(await logIn(own, local))
  t.match(cookie, { name: 'vitrine-refresh', path: '/api/auth', httpOnly: true })
  t.notOk(cookie?.secure)
  t.equal((await logIn({ origin: 'http://localhost:8080' }, local)).statusCode, 200)
  isError(t, await logIn({ origin: 'http://localhost' }, local), 403, 'ORIGIN_NOT_ALLOWED')
})

t.test('on any other http there is no cookie mode', async (t) => {
  for (const host of ['vitrine.test', 'localhost.vitrine.test', '192.168.0.2:8080']) {
    const open = await build(t, { PUBLIC_URL: `http://${host}` })
    const answers = [
      await logIn(own, open),
      await post('register', newAccount(), { of: open }),
      await post('invitations/accept', { token: 'x', ...mode }, { of: open }),
      await post('refresh', mode, { of: open, token: 'x' }),
      await post('logout', mode, { of: open, token: 'x' }),
    ]
    for (const answer of answers) {
      isError(t, answer, 400, 'COOKIE_MODE_NEEDS_HTTPS')
      t.same(answer.cookies, [])
    }
  }
})
