import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tags } from '@vitrine/contracts'
import t, { type Test } from '@vitrine/testing/t'
import { createEdgeCache } from '../../src/cdn/edge-cache.js'
import { vendorsOf } from '../../src/cdn/vendors.js'

type Heard = { method: string; path: string; headers: Record<string, unknown>; body: unknown }
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

/** A stand-in of a vendor's interface. It answers as told, the last one for all further calls. */
async function startVendor(t: Test, ...answers: Answer[]) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url: path = '', headers } = request
    heard.push({ method, path, headers, body: text === '' ? null : JSON.parse(text) })
    const { status = 200, headers: fields = {}, body = {} } =
      answers[Math.min(heard.length, answers.length) - 1] ?? {}
    response.writeHead(status, fields).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Name = 'varnish' | 'cloudflare' | 'fastly' | 'bunny' | 'http'

const cacheAt = (name: Name, url: string) =>
  createEdgeCache({
    vendors: vendorsOf({
      CDN_PURGE: name,
      CDN_PURGE_URL: url,
      CDN_PURGE_TOKEN: 'secret',
      CDN_PURGE_ZONE: 'zone1',
    }),
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

t.test('a refusal is no confirmation, and a rate limit is obeyed without losing a call', async (t) => {
  const refused = await startVendor(t, { status: 403, body: { message: 'no such token' } })
  await t.rejects(cacheAt('fastly', refused.url).purge(changed), { message: /403: .*no such token/ })
  const unsuccessful = await startVendor(t, { body: { success: false } })
  await t.rejects(cacheAt('cloudflare', unsuccessful.url).purge(changed), { message: /200/ })
  const redirects = await startVendor(t, { status: 307, headers: { location: '/' } })
  await t.rejects(cacheAt('http', redirects.url).purge(changed))
  const limited = await startVendor(t, { status: 429, headers: { 'retry-after': '0' } }, {})
  await cacheAt('bunny', limited.url).purge(changed)
  t.equal(limited.heard.length, 3)
})

t.test('every server of several has to confirm', async (t) => {
  const [one, two] = [await startVendor(t), await startVendor(t, { status: 500 }, {})]
  const cache = cacheAt('varnish', `${one.url}, ${two.url}`)
  await t.rejects(cache.purge(changed), { message: /500/ })
  await cache.purge(changed)
  t.same([one.heard.length, two.heard.length], [2, 2])
})
