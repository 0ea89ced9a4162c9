import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { createApiKey } from '@vitrine/contracts'
import { type App, probeAppOf } from '@vitrine/http'
import { png, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { Config } from '../../src/config.js'
import { build as buildApp, dead } from '../build.js'
import { isError, type Response } from '../requests.js'
import { createTenant } from '../tenant.js'

/** Counts persist in Redis between tests, so each test uses its own addresses. */
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** A clock whose minute does not end in the middle of a test. */
const minute = Math.floor(Date.now() / 60_000)

const build = (t: Test, settings: Partial<Config>, minutes = minute) =>
  buildApp(t, settings, { now: () => minutes * 60_000 })

/** A path for which the app looks up nothing. */
const image = `/api/v1/deliver/${randomUUID()}/${randomUUID()}`

type Call = { url?: string; headers?: Record<string, string>; method?: 'GET' | 'HEAD' | 'OPTIONS' }

const caller =
  (app: App, { url = image, headers = {}, method = 'GET' }: Call = {}) =>
  (remoteAddress: string, more: Record<string, string> = {}) =>
    app.inject({ method, url, remoteAddress, headers: { ...headers, ...more } })

const statuses = async (times: number, call: () => Promise<Response>): Promise<number[]> => {
  const seen: number[] = []
  for (let turn = 0; turn < times; turn += 1) seen.push((await call()).statusCode)
  return seen
}

t.test('beyond its limit an address gets an error that a browser can read', async (t) => {
  const app = await build(t, { RATE_LIMIT_PER_ADDRESS: 3 })
  const [address, page] = [freshAddress(), { origin: 'https://shop.example' }]
  const call = caller(app, { headers: page })
  t.same(await statuses(4, () => call(address)), [404, 404, 404, 429])
  const refused = await call(address)
  isError(t, refused, 429, 'TOO_MANY_REQUESTS')
  t.match(refused.json(), {
    error: 'Too Many Requests',
    message: 'Too many requests from this address: 3 in a minute. Try again in 61 s.',
  })
  t.match(refused.headers, {
    'retry-after': '61',
    'ratelimit-policy': '"address";q=3;w=60',
    ratelimit: '"address";r=0;t=61',
    'access-control-expose-headers': /Retry-After, RateLimit, RateLimit-Policy/,
  })
  const head = await caller(app, { method: 'HEAD' })(address)
  t.equal(head.statusCode, 429)
  t.equal(head.body, '')
  t.equal((await call(freshAddress())).statusCode, 404, 'no other client is refused')
})

t.test('a rejected request is not validated, and nothing is looked up for it', async (t) => {
  const app = await build(t, { ...dead.postgres, RATE_LIMIT_PER_ADDRESS: 2 })
  const address = freshAddress()
  t.same(await statuses(3, () => caller(app)(address)), [503, 503, 429])
  const { key } = createApiKey()
  const calls: Call[] = [
    { url: `${image}?w=wrong` },
    { url: '/api/v1/deliver/no-id/no-id' },
    { url: '/api/v1/widgets/some', headers: { 'x-api-key': key } },
    { url: '/api/v1/widgets/some', headers: { 'x-api-key': 'no key' } },
    { headers: { 'content-type': 'application/json', 'content-length': '1' } },
  ]
  for (const call of calls) t.equal((await caller(app, call)(address)).statusCode, 429)
})

t.test('guessed keys count against the address', async (t) => {
  const app = await build(t, { RATE_LIMIT_PER_ADDRESS: 4, RATE_LIMIT_PER_KEY: 1 })
  const address = freshAddress()
  const guess = () =>
    caller(app, { url: '/api/v1/widgets/some', headers: { 'x-api-key': createApiKey().key } })
  const mistyped = caller(app, { url: '/api/v1/widgets/some', headers: { 'x-api-key': 'pk_' } })
  t.same(await statuses(2, () => guess()(address)), [401, 401])
  t.same(await statuses(3, () => mistyped(address)), [401, 401, 429])
})

t.test(
  'a key has a limit over all addresses, which only its own good use counts for',
  async (t) => {
    const app = await build(t, { RATE_LIMIT_PER_KEY: 3 })
    const project = await (await createTenant(t)).addProject()
    const { slug } = await project.addWidget()
    const [allowedOrigins, url] = [['https://shop.example'], `/api/v1/widgets/${slug}`]
    const [one, other] = [await project.addKey({ allowedOrigins }), await project.addKey()]
    const use = (key: string, origin = 'https://shop.example') =>
      caller(app, { url, headers: { 'x-api-key': key, origin } })(freshAddress())
    t.same(await statuses(9, () => use(one.key, 'https://else.example')), Array(9).fill(403))
    t.same(await statuses(4, () => use(one.key)), [200, 200, 200, 429])
    const refused = await use(one.key)
    isError(t, refused, 429, 'TOO_MANY_REQUESTS')
    t.match(refused.headers, { 'retry-after': '61', 'ratelimit-policy': '"key";q=3;w=60' })
    t.equal((await use(other.key)).statusCode, 200, 'another key of the same project')
    const { body } = await probeAppOf(app).inject('/metrics')
    t.match(body, /^rate_limited_total\{budget="key"\} 2$/m)
  },
)

t.test('answers from memory count like any others', async (t) => {
  const app = await build(t, { RATE_LIMIT_PER_ADDRESS: 4 })
  const project = await (await createTenant(t)).addProject()
  const assetId = await project.addAsset(await png({ width: 40, height: 20 }))
  const [{ slug }, { key }] = [await project.addWidget(), await project.addKey()]
  const image = `/api/v1/deliver/${project.id}/${assetId}`
  const kinds: Call[] = [
    { url: `/api/v1/widgets/${slug}`, headers: { 'x-api-key': key } },
    { url: image },
    { url: `${image}?w=10` },
  ]
  for (const kind of kinds) {
    const address = freshAddress()
    const seen = await statuses(6, () => caller(app, kind)(address))
    t.same(seen, [200, 200, 200, 200, 429, 429], `${kind.url}`)
    const { headers } = await caller(app, kind)(freshAddress())
    const known = { 'if-none-match': String(headers.etag) }
    const other = freshAddress()
    const unchanged = await statuses(5, () => caller(app, kind)(other, known))
    t.same(unchanged, [304, 304, 304, 304, 429], 'including a 304')
  }
})

t.test('renditions that have to be rendered have a limit, others do not', async (t) => {
  const app = await build(t, { RENDER_LIMIT_PER_ADDRESS: 2 })
  const project = await (await createTenant(t)).addProject()
  const assetId = await project.addAsset(await png({ width: 40, height: 20 }))
  const [one, other] = [freshAddress(), freshAddress()]
  const fetch = (query: string, address: string) =>
    caller(app, { url: `/api/v1/deliver/${project.id}/${assetId}?${query}` })(address)
  const seen = async (address: string, ...queries: string[]) => {
    const answers: number[] = []
    for (const query of queries) answers.push((await fetch(query, address)).statusCode)
    return answers
  }
  t.same(await seen(one, 'w=10', 'w=11', 'w=12'), [200, 200, 429])
  const refused = await fetch('w=12', one)
  isError(t, refused, 429, 'TOO_MANY_REQUESTS')
  t.match(refused.headers, { 'retry-after': '61', 'ratelimit-policy': '"renders";q=2;w=60' })
  t.same(await seen(one, 'w=10', 'w=010', '', 'w=40'), [200, 200, 200, 200], 'existing renditions')
  t.same(await seen(other, 'w=12', 'w=11', 'w=13', 'w=14'), [200, 200, 200, 429])
  t.equal((await fetch('w=12', one)).statusCode, 200, 'now it is rendered')
})

t.test('health, measurements, the document and preflights are never refused', async (t) => {
  const app = await build(t, { RATE_LIMIT_PER_ADDRESS: 1 })
  const address = freshAddress()
  t.same(await statuses(2, () => caller(app)(address)), [404, 429])
  const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'GET' }
  // On a busy machine a check may take too long, and readiness is 503.
  const calls: [call: Call, allowed: RegExp][] = [
    [{ url: '/api/v1/healthz' }, /200/],
    [{ url: '/api/v1/readyz' }, /200|503/],
    [{ url: '/api/v1/openapi.json' }, /200/],
    [{ method: 'OPTIONS', headers: preflight }, /200/],
  ]
  for (const [call, allowed] of calls) {
    for (const status of await statuses(3, () => caller(app, call)(address))) {
      t.match(String(status), allowed, call.url ?? 'a preflight')
    }
  }
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  await fetch(base + image)
  t.equal((await fetch(base + image)).status, 429)
})

t.test('X-Forwarded-For is trusted from a trusted proxy only', async (t) => {
  const forwarded = (address = freshAddress()) => ({ 'x-forwarded-for': address })
  const direct = caller(await build(t, { RATE_LIMIT_PER_ADDRESS: 2 }))
  const stranger = freshAddress()
  const spoofed = await statuses(3, () => direct(stranger, forwarded()))
  t.same(spoofed, [404, 404, 429], 'ignored if no proxy is trusted')

  const settings = { RATE_LIMIT_PER_ADDRESS: 2, TRUSTED_PROXIES: 'loopback, 192.0.2.0/24' }
  const proxied = caller(await build(t, settings))
  const other = freshAddress()
  const untrusted = await statuses(3, () => proxied(other, forwarded()))
  t.same(untrusted, [404, 404, 429], 'not from a stranger')
  for (const proxy of ['127.0.0.1', '192.0.2.9']) {
    const address = freshAddress()
    const header = () => forwarded(`${freshAddress()}, ${address}`)
    t.same(await statuses(3, () => proxied(proxy, header())), [404, 404, 429], 'the last counts')
    t.equal((await proxied(proxy, forwarded())).statusCode, 404, 'another client behind it')
  }
})

t.test('an IPv6 network is one caller', async (t) => {
  const call = caller(await build(t, { RATE_LIMIT_PER_ADDRESS: 2 }))
  const network = `2001:db8:${randomInt(1, 65_536).toString(16)}:1`
  const within = () => `${network}:${randomBytes(2).toString('hex')}::1`
  t.same(await statuses(3, () => call(within())), [404, 404, 429])
})

t.test('requests admitted by one instance count on another within about a second', async (t) => {
  const [one, other] = [
    caller(await build(t, { RATE_LIMIT_PER_ADDRESS: 40 })),
    caller(await build(t, { RATE_LIMIT_PER_ADDRESS: 40 })),
  ]
  const address = freshAddress()
  t.same(await statuses(40, () => one(address)), Array(40).fill(404))
  t.equal((await other(address)).statusCode, 404)
  const { cache } = await createTenant(t)
  const ask = `return redis.call('HGET', KEYS[1], ARGV[1])`
  const total = () => cache.evaluate(ask, `vitrine:rate:address:${minute}`, [address])
  await until(async () => (await total()) === '41')
  // The other process may have exchanged first, and then receives the total only with the next exchange.
  if ((await other(address)).statusCode === 404) await until(async () => (await total()) === '42')
  const seen = await statuses(30, () => other(address))
  t.equal(seen.at(-1), 429, 'on its own it would admit nine more')
})
