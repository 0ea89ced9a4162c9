import { tags } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { createEdgeCache } from '../../src/cdn/edge-cache.js'
import { vendorsOf } from '../../src/cdn/vendors.js'
import { startVendor, type VendorAnswer } from '../vendor.js'

type Name = 'varnish' | 'cloudflare' | 'fastly' | 'bunny' | 'http'

/** `limits` gets the refusals of a vendor whose limit was reached. */
const cacheAt = (name: Name, url: string, limits: Error[] = []) =>
  createEdgeCache({
    vendors: vendorsOf({
      CDN_PURGE: name,
      CDN_PURGE_URL: url,
      CDN_PURGE_TOKEN: 'secret',
      CDN_PURGE_ZONE: 'zone1',
    }),
    onLimit: (error) => void limits.push(error),
  })

const changed = [tags.asset('a'), tags.widget('w'), tags.project('p'), tags.asset('a')]
const json = { 'content-type': 'application/json' }

t.test('each vendor gets the calls that it documents', async (t) => {
  const bearer = { authorization: 'Bearer secret' }
  const expected: Record<Name, { some: object[]; all: object }> = {
    varnish: {
      some: [{ method: 'PURGE', headers: { ...bearer, 'surrogate-key': 'asset-a project-p' } }],
      all: { method: 'PURGE', headers: { 'surrogate-key': '*' } },
    },
    cloudflare: {
      some: [
        {
          method: 'POST',
          path: '/client/v4/zones/zone1/purge_cache',
          headers: { ...bearer, ...json },
          body: { tags: ['asset-a', 'project-p'] },
        },
      ],
      all: { body: { purge_everything: true } },
    },
    fastly: {
      some: [
        {
          method: 'POST',
          path: '/service/zone1/purge',
          headers: { 'fastly-key': 'secret' },
          body: { surrogate_keys: ['asset-a', 'project-p'] },
        },
      ],
      all: { method: 'POST', path: '/service/zone1/purge_all', body: null },
    },
    bunny: {
      some: ['asset-a', 'project-p'].map((CacheTag) => ({
        method: 'POST',
        path: '/pullzone/zone1/purgeCache',
        headers: { accesskey: 'secret' },
        body: { CacheTag },
      })),
      all: { path: '/pullzone/zone1/purgeCache', body: null },
    },
    http: {
      some: [{ method: 'POST', headers: bearer, body: { tags: ['asset-a', 'project-p'] } }],
      all: { body: { everything: true } },
    },
  }
  for (const [name, { some, all }] of Object.entries(expected)) {
    const { heard, url } = await startVendor(t, { body: { success: true } })
    const cache = cacheAt(name as Name, url)
    await cache.purge(changed)
    t.match(heard, some, name)
    t.equal(heard.length, some.length, name)
    await cache.purge([tags.asset('a'), tags.everything])
    t.match(heard.at(-1), all, name)
    t.equal(heard.length, some.length + 1, name)
  }
})

t.test('what no cache keeps needs no call', async (t) => {
  const { heard, url } = await startVendor(t)
  await cacheAt('http', url).purge([tags.widget('w'), tags.key('00')])
  t.same(heard, [])
})

t.test('many answers are a bounded number of calls', async (t) => {
  const assets = Array.from({ length: 500 }, (_, index) => tags.asset(`${index}`))
  for (const [name, calls] of [
    ['cloudflare', 5],
    ['fastly', 2],
    ['bunny', 1],
  ] as const) {
    const { heard, url } = await startVendor(t, { body: { success: true } })
    await cacheAt(name, url).purge(assets)
    t.equal(heard.length, calls, name)
  }
})

t.test('a refusal, an error and a redirect are no confirmations', async (t) => {
  const cases: [Name, VendorAnswer, RegExp][] = [
    ['fastly', { status: 403, body: { message: 'no such token' } }, /403: .*no such token/],
    ['bunny', { status: 401 }, /401/],
    ['cloudflare', { status: 400, body: { success: false, errors: [{ code: 1094 }] } }, /1094/],
    ['cloudflare', { body: { success: false } }, /200/],
    ['varnish', { status: 405 }, /405/],
    ['http', { status: 500 }, /500/],
    ['http', { status: 307, headers: { location: '/' } }, /fetch failed/],
  ]
  for (const [name, answer, message] of cases) {
    const { url } = await startVendor(t, answer)
    await t.rejects(cacheAt(name, url).purge(changed), { message }, name)
  }
  const gone = await startVendor(t)
  gone.stop()
  await t.rejects(cacheAt('http', gone.url).purge(changed), { message: /fetch failed/ })
})

t.test('a vendor’s limit delays a call, and none is lost or repeated', async (t) => {
  const soon = () => Math.floor(Date.now() / 1000)
  const limits: [string, Record<string, string>][] = [
    ['seconds', { 'retry-after': '0' }],
    ['a date', { 'retry-after': new Date(0).toUTCString() }],
    ['Fastly’s time', { 'fastly-ratelimit-reset': String(soon()) }],
  ]
  const assets = Array.from({ length: 500 }, (_, index) => tags.asset(`${index}`))
  for (const [what, headers] of limits) {
    const limited = { status: 429, headers }
    const confirmed = { body: { success: true } }
    const vendor = await startVendor(t, confirmed, limited, limited, confirmed)
    const refusals: Error[] = []
    await cacheAt('cloudflare', vendor.url, refusals).purge(assets)
    const sent = vendor.heard.map(({ body }) => (body as { tags: string[] }).tags)
    t.same(
      sent.map(([first]) => first),
      ['asset-0', 'asset-100', 'asset-100', 'asset-100', 'asset-200', 'asset-300', 'asset-400'],
      what,
    )
    t.equal(refusals.length, 2)
    t.match(refusals[0], { message: /429/ })
  }
})

t.test('every server of several has to confirm', async (t) => {
  const [one, two] = [await startVendor(t), await startVendor(t, { status: 500 }, {})]
  const cache = cacheAt('varnish', `${one.url}, ${two.url}`)
  await t.rejects(cache.purge(changed), { message: /500/ })
  await cache.purge(changed)
  t.same([one.heard.length, two.heard.length], [2, 2])
})
