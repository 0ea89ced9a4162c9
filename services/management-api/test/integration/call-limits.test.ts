import { randomBytes, randomInt } from 'node:crypto'
import { type Cache, createCache } from '@vitrine/cache'
import { type App, probeAppOf } from '@vitrine/http'
import { backends, freshEmail } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { InjectOptions } from 'fastify'
import type { Config } from '../../src/config.js'
import { build as buildApp } from '../build.js'
import { register } from '../client.js'

/** Counts persist in Redis between tests, so each test uses its own addresses. */
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** Waits if necessary, so that no minute ends during a test. */
const minute = Math.floor(Date.now() / 60_000)

const build = (t: Test, settings: Partial<Config> = {}) =>
  buildApp(t, settings, undefined, () => minute * 60_000)

const deadPostgres = { DATABASE_URL: 'postgresql://vitrine@127.0.0.1:1/vitrine' }

const owner = await register(await build(t))
const other = await register(await build(t))
const me = '/api/auth/me'

type Operation = { responses: Record<string, { headers?: object }> }
type Paths = Record<string, Record<string, Operation>>
type Call = InjectOptions & { token?: string; address?: string }

/** A call without an explicit address comes from a new one. */
function send(app: App, { token, address = freshAddress(), headers, ...call }: Call) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const options = { url: me, ...call, headers: { ...authorization, ...headers } }
  return app.inject({ ...options, remoteAddress: address })
}

async function statuses(app: App, times: number, call: () => Call): Promise<number[]> {
  const seen: number[] = []
  for (let turn = 0; turn < times; turn += 1) seen.push((await send(app, call())).statusCode)
  return seen
}

const post = (url: string, payload: object): Call => ({ method: 'POST', url, payload })
const login = (password = 'wrong password') =>
  post('/api/auth/login', { email: owner.email, password })
const refresh = () => post('/api/auth/refresh', { refreshToken: 'x'.repeat(43) })
const forgot = () => post('/api/auth/password/forgot', { email: freshEmail() })
const reset = () => post('/api/auth/password/reset', { token: 'x', password: 'correct horse 2' })
const garbage = () => randomBytes(30).toString('base64url')

t.test('the limit per user spans all sessions and addresses', async (t) => {
  const app = await build(t, { CALLS_PER_USER_PER_MINUTE: 4, PROBE_PORT: 0 })
  const second = (await send(app, login(owner.password))).json<{ accessToken: string }>()
  const tokens = [owner.token, second.accessToken]
  const turns = { turn: 0 }
  const next = () => {
    turns.turn += 1
    return { token: tokens[turns.turn % 2] ?? '' }
  }
  t.same(await statuses(app, 6, next), [200, 200, 200, 200, 429, 429])
  const refused = await send(app, next())
  t.match(refused.json(), {
    status: 429,
    error: 'Too Many Requests',
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many calls of this user: 4 in a minute. Try again in 61 s.',
    path: me,
  })
  t.match(refused.headers, {
    'retry-after': '61',
    'ratelimit-policy': '"user";q=4;w=60',
    ratelimit: '"user";r=0;t=61',
    'cache-control': 'no-store',
  })
  t.equal((await send(app, { token: other.token })).statusCode, 200, 'other users are not limited')
  const { body } = await probeAppOf(app).inject('/metrics')
  t.match(body, /^rate_limited_total\{budget="user"\} 3$/m)
})

t.test('the limit per address spans all users', async (t) => {
  const app = await build(t, { CALLS_PER_ADDRESS_PER_MINUTE: 4 })
  const address = freshAddress()
  const calls: Call[] = [
    { token: owner.token },
    { token: other.token },
    login(),
    {},
    // Over the limit, every kind of call is rejected.
    { token: owner.token },
    { token: garbage() },
    {},
    login(),
    { ...post('/api/auth/login', {}), headers: { 'content-type': 'text/plain' } },
  ]
  const seen: number[] = []
  for (const call of calls) seen.push((await send(app, { ...call, address })).statusCode)
  t.same(seen, [200, 200, 401, 401, 429, 429, 429, 429, 429])
  const refused = await send(app, { address })
  t.match(refused.json(), { message: /^Too many calls from this address: 4 in a minute\. / })
  t.match(refused.headers, { 'ratelimit-policy': '"address";q=4;w=60', 'retry-after': '61' })
  t.equal((await send(app, { token: owner.token })).statusCode, 200, 'from another address')
})

t.test(
  'calls without a valid token share the smaller limit, also with invalid credentials',
  async (t) => {
    const app = await build(t, { ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 5 })
    const foreign = await buildApp(t, { JWT_SECRET: 'a-secret-of-another-installation-alone' })
    const { token: unknown } = await register(foreign)
    const address = freshAddress()
    const calls: Call[] = [
      {},
      { token: garbage() },
      { token: unknown },
      { headers: { authorization: 'Basic eDp5' } },
      { ...refresh(), token: owner.token },
      {},
      { token: garbage() },
      { token: unknown },
      refresh(),
    ]
    const seen: number[] = []
    for (const call of calls) seen.push((await send(app, { ...call, address })).statusCode)
    t.same(seen, [401, 401, 401, 401, 401, 429, 429, 429, 429])
    const refused = await send(app, { address, token: garbage() })
    t.match(refused.json(), { message: /from this address without a valid access token: 5 in a/ })
    t.match(refused.headers, { 'ratelimit-policy': '"anonymous";q=5;w=60', 'retry-after': '61' })
    for (const method of ['GET', 'HEAD'] as const) {
      const known = await statuses(app, 7, () => ({ method, token: owner.token, address }))
      t.same(known, Array(7).fill(200), `${method} with a valid token does not count`)
    }
  },
)

t.test('a call with an optional token counts by the token that it sends', async (t) => {
  const app = await build(t, {
    ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 2,
    CALLS_PER_USER_PER_MINUTE: 3,
  })
  const user = await register(app)
  const address = freshAddress()
  const accept = () => post('/api/auth/invitations/accept', { token: 'x' })
  const verify = () => post('/api/auth/email/verify', { token: 'x', password: 'x' })
  const seen: number[] = []
  const calls = [
    ...[accept(), { ...accept(), token: garbage() }, accept(), { ...verify(), token: garbage() }],
    ...[verify(), verify(), { ...accept(), token: user.token }, { ...verify(), token: user.token }],
    ...[
      { ...accept(), token: user.token },
      { ...accept(), token: user.token },
    ],
  ]
  for (const call of calls) seen.push((await send(app, { ...call, address })).statusCode)
  t.same(seen, [404, 401, 429, 429, 404, 404, 404, 404, 404, 429])
})

t.test('login, registration and calls about mail have their own limits', async (t) => {
  const limits = { ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 1, MAIL_CALLS_PER_ADDRESS: 4 }
  const app = await build(t, limits)
  const address = freshAddress()
  const registration = () =>
    post('/api/auth/register', {
      ...{ email: freshEmail(), password: 'correct horse battery' },
      ...{ name: 'Ada Example', organizationName: 'Example' },
    })
  const table = [
    [login, 401],
    [registration, 201],
    [forgot, 202],
    [reset, 404],
  ] as const
  for (const [call, status] of table) {
    t.same(
      await statuses(app, 2, () => ({ ...call(), address })),
      [status, status],
      `${call().url}`,
    )
  }
  t.equal((await send(app, { ...forgot(), address })).statusCode, 429, 'the limit of mail')
  t.same(await statuses(app, 2, () => ({ ...refresh(), address })), [401, 429], 'not counted yet')
})

t.test('refreshes are limited per session, whatever others at the address do', async (t) => {
  const app = await build(t, { ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 3 })
  const address = freshAddress()
  const refreshed = (refreshToken: string) =>
    send(app, { ...post('/api/auth/refresh', { refreshToken }), address })
  t.same(await statuses(app, 4, () => ({ ...refresh(), address })), [401, 401, 401, 429])
  const busy = await register(app)
  const seen: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    seen.push((await refreshed(busy.refreshToken)).statusCode)
  }
  t.same(seen, [200, 200, 200, 429])
  const refused = await refreshed(busy.refreshToken)
  t.match(refused.json(), { message: /^Too many refreshes of this session: 3 in a minute\. / })
  const quiet = await register(app)
  const { refreshToken } = (await refreshed(quiet.refreshToken)).json()
  const logout = post('/api/auth/logout', { refreshToken })
  t.equal((await send(app, { ...logout, address })).statusCode, 204)
  t.equal((await send(app, { ...logout, address })).statusCode, 429, 'ended already')
})

t.test('health probes and preflights are never limited, and documentation is', async (t) => {
  const app = await build(t, {
    ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 1,
    CALLS_PER_ADDRESS_PER_MINUTE: 1,
    CORS_ORIGINS: 'https://console.example',
  })
  const address = freshAddress()
  t.same(await statuses(app, 2, () => ({ address })), [401, 429])
  // On a busy machine a check may take too long, and readiness is 503.
  for (const [url, allowed] of [
    ['/healthz', /200/],
    ['/readyz', /200|503/],
    ['/api/healthz', /200/],
    ['/api/readyz', /200|503/],
  ] as const) {
    for (const status of await statuses(app, 3, () => ({ url, address }))) {
      t.match(String(status), allowed, url)
    }
  }
  const page = { origin: 'https://console.example' }
  const headers = { ...page, 'access-control-request-method': 'GET' }
  const preflight = await send(app, { method: 'OPTIONS', headers, address })
  t.equal(preflight.statusCode, 204)
  const stranger = { ...headers, origin: 'https://else.example' }
  const unanswered = await send(app, { method: 'OPTIONS', headers: stranger, address })
  t.not(unanswered.statusCode, 429)
  const refused = await send(app, { headers: page, address })
  t.match(refused.headers, {
    'access-control-allow-origin': 'https://console.example',
    'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy',
  })
  t.equal((await send(app, { url: '/api/openapi.json', address })).statusCode, 429)

  // Over a socket: the page is not in the OpenAPI document.
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = async (path: string) => {
    const response = await fetch(base + path)
    await response.arrayBuffer()
    return response.status
  }
  await get(me)
  t.equal(await get('/api/docs/'), 429)
  t.equal(await get('/api/docs/static/swagger-ui-bundle.js'), 429)
})

t.test('an unknown address counts only for the caller’s IP address', async (t) => {
  const app = await build(t, {
    ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 1,
    CALLS_PER_ADDRESS_PER_MINUTE: 7,
    TRUSTED_PROXIES: 'loopback',
  })
  const address = freshAddress()
  t.same(await statuses(app, 3, () => ({ url: '/api/nothing', address })), [404, 404, 404])
  t.same(await statuses(app, 2, () => ({ method: 'PATCH', address })), [405, 405])
  t.same(await statuses(app, 2, () => ({ address })), [401, 429])
  // Over a socket: the address is not in the OpenAPI document.
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'x-forwarded-for': address }
  const refused = await fetch(`${base}/api/nothing`, { headers })
  t.equal(refused.status, 429)
  t.match(await refused.json(), { code: 'TOO_MANY_REQUESTS' })
})

t.test('the OpenAPI document describes the limits of every call', async (t) => {
  const app = await build(t)
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Paths }>()
  // Probes have no limit.
  const limited = Object.entries(paths).filter(([path]) => !/(?:healthz|readyz)$/.test(path))
  for (const [path, methods] of limited) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const headers = Object.keys(responses[429]?.headers ?? {})
      const expected = ['Retry-After', 'RateLimit-Policy', 'RateLimit', 'X-Request-Id']
      t.same(headers.sort(), expected.sort(), `${method} ${path}`)
    }
  }
})

t.test('a call over the limit costs no verification, query or body', async (t) => {
  const limits = { CALLS_PER_USER_PER_MINUTE: 2, CALLS_PER_ADDRESS_PER_MINUTE: 4 }
  const app = await build(t, { ...deadPostgres, ...limits })
  const { token } = await register(await build(t))
  const address = freshAddress()
  t.same(await statuses(app, 4, () => ({ token, address })), [503, 503, 429, 429])
  const broken = { method: 'POST', url: '/api/organizations', payload: '{"', address } as const
  const headers = { 'content-type': 'application/json' }
  t.equal((await send(app, { ...broken, token: garbage(), headers })).statusCode, 429)
})

t.test('addresses are resolved behind trusted proxies, and IPv6 counts by network', async (t) => {
  const settings = { ANONYMOUS_CALLS_PER_ADDRESS_PER_MINUTE: 2, TRUSTED_PROXIES: 'loopback' }
  const app = await build(t, settings)
  const address = freshAddress()
  const forwarded = (client: string): Call => ({
    address: '127.0.0.1',
    headers: { 'x-forwarded-for': `${freshAddress()}, ${client}` },
  })
  t.same(await statuses(app, 3, () => forwarded(address)), [401, 401, 429])
  t.equal((await send(app, forwarded(freshAddress()))).statusCode, 401)
  const stranger = freshAddress()
  const spoofed = () => ({ ...forwarded(freshAddress()), address: stranger })
  t.same(await statuses(app, 3, spoofed), [401, 401, 429])
  const network = `2001:db8:${randomInt(1, 65_536).toString(16)}:1`
  const within = () => ({ address: `${network}:${randomBytes(2).toString('hex')}::1` })
  t.same(await statuses(app, 3, within), [401, 401, 429])
})

/** Generous, so that a slow machine is not mistaken for a lost Redis. */
async function connectCache(t: Test): Promise<Cache> {
  let whenUp: () => void = () => undefined
  const isUp = new Promise<void>((resolve) => {
    whenUp = resolve
  })
  const onStatus = (status: 'up' | 'down') => (status === 'up' ? whenUp() : undefined)
  const cache = createCache({ url: backends().redisUrl, commandTimeoutMs: 15_000, onStatus })
  t.teardown(() => cache.close())
  await isUp
  return cache
}

t.test('instances of the service exchange their counts', async (t) => {
  const settings = { CALLS_PER_ADDRESS_PER_MINUTE: 5 }
  const [first, second] = [await build(t, settings), await build(t, settings)]
  const cache = await connectCache(t)
  /** Whether the second instance, which would accept five calls by itself, rejects one of them. */
  const isShared = async () => {
    const call = { token: owner.token, address: freshAddress() }
    await statuses(first, 5, () => call)
    for (let turn = 0; turn < 5; turn += 1) {
      if ((await send(second, call)).statusCode === 429) return true
      for (let waits = 0; waits < 1000; waits += 1) await cache.evaluate('return 1', 'any', [])
    }
    return false
  }
  // On a slow machine an exchange may come too late.
  while (!(await isShared()));
  t.pass('the second one has refused')
})
