import { randomUUID } from 'node:crypto'
import { createCache, createEventStream } from '@vitrine/cache'
import { decodeEventBatch, type EventCount, eventStreams } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import { backends, jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, dead, publicUrl } from '../build.js'
import { readMetrics } from '../read-metrics.js'
import { fetchWidget, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

type Sent = { key?: string; headers?: Record<string, string>; body?: unknown }

const send = (app: App, slug: string, { key, headers = {}, body }: Sent) =>
  app.inject({
    method: 'POST',
    url: `/api/v1/widgets/${slug}/events${key === undefined ? '' : `?api_key=${key}`}`,
    headers: { 'user-agent': browser, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

const view = { events: [{ type: 'view' }] }

/** A published widget with one picture, and a key of each permission. */
async function exhibit(t: Parameters<typeof createTenant>[0]) {
  const { addProject } = await createTenant(t)
  const project = await addProject()
  const assetId = await project.addAsset(await jpeg())
  const otherId = await project.addAsset(await jpeg())
  const widget = await project.addWidget({ assetIds: [assetId] })
  const { key } = await project.addKey({ permissions: 'READ_WRITE' })
  const reading = await project.addKey()
  return { addProject, project, assetId, otherId, widget, key, readKey: reading.key }
}

/** The counts of a widget in Redis, by type and asset. */
async function countsOf(t: Parameters<typeof createTenant>[0], widgetId: string) {
  const cache = createCache({
    url: backends().redisUrl,
    commandTimeoutMs: 5000,
    onStatus: () => undefined,
  })
  t.teardown(() => cache.close())
  const read = async () => {
    const counts: EventCount[] = []
    for (const name of eventStreams) {
      for (const { text } of (await createEventStream(cache, name).read(10_000)) ?? []) {
        const widgets = decodeEventBatch(text)?.widgets ?? []
        counts.push(
          ...widgets.filter((one) => one.widgetId === widgetId).flatMap((one) => one.counts),
        )
      }
    }
    return counts
  }
  await until(() => cache.isUp())
  await until(async () => (await read()).length > 0)
  return read()
}

t.test('events reach the stream once, added up', async (t) => {
  const app = await build(t, {})
  const { widget, key, assetId } = await exhibit(t)
  const open = { type: 'open', assetId: assetId.toUpperCase(), n: 2 }
  const events = [{ type: 'view' }, open, open, { type: 'click', assetId }]
  const response = await send(app, widget.slug, { key, body: { events } })
  t.equal(response.statusCode, 204, response.body)
  t.equal(response.body, '')
  t.equal(response.headers['access-control-allow-origin'], '*')
  const counts = await countsOf(t, widget.id)
  t.strictSame(
    counts.toSorted((a, b) => a.type.localeCompare(b.type)),
    [
      { assetId, type: 'click', n: 1 },
      { assetId, type: 'open', n: 4 },
      { assetId: null, type: 'view', n: 1 },
    ],
  )
  t.equal((await readMetrics(app))('events_accepted_total'), 6)
})

t.test('application/json and the header are accepted too', async (t) => {
  const app = await build(t)
  const { widget, key } = await exhibit(t)
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  t.equal((await send(app, widget.slug, { headers, body: view })).statusCode, 204)
})

t.test('the key decides as for a fetch; a READ key records nothing', async (t) => {
  const app = await build(t)
  const { widget, readKey, project } = await exhibit(t)
  isError(t, await send(app, widget.slug, { body: view }), 401, 'API_KEY_INVALID')
  isError(t, await send(app, widget.slug, { key: 'pk_x', body: view }), 401, 'API_KEY_INVALID')
  const reading = await send(app, widget.slug, { key: readKey, body: view })
  isError(t, reading, 403, 'API_KEY_READ_ONLY')

  const revoked = await project.addKey({ permissions: 'READ_WRITE' })
  t.equal((await send(app, widget.slug, { key: revoked.key, body: view })).statusCode, 204)
  await project.revokeKey(revoked)
  const after = await send(app, widget.slug, { key: revoked.key, body: view })
  isError(t, after, 401, 'API_KEY_INVALID')
})

/** The value that a frame sends as the API key. */
async function signedKey(app: App, slug: string, key: string, origin: string): Promise<string> {
  const headers = { referer: `${origin}/` }
  const page = await app.inject({ url: `/embed/${slug}?api_key=${key}`, headers })
  return key + /data-signature="([^"]*)"/.exec(page.body)?.[1]
}

t.test('a key for some origins takes events of their pages and of own frames', async (t) => {
  const app = await build(t)
  const { widget, project } = await exhibit(t)
  const allowedOrigins = ['https://shop.example']
  const { key } = await project.addKey({ permissions: 'READ_WRITE', allowedOrigins })
  const from = async (headers: Record<string, string>, sent = key) =>
    (await send(app, widget.slug, { key: sent, headers, body: view })).statusCode
  t.equal(await from({ origin: 'https://shop.example' }), 204)
  t.equal(await from({ origin: 'https://other.example' }), 403)
  t.equal(await from({ origin: 'null' }), 403)
  const signed = await signedKey(app, widget.slug, key, 'https://shop.example')
  t.equal(await from({ origin: 'null' }, signed), 204)
  t.equal(await from({ origin: publicUrl }, signed), 204)
  t.equal(await from({ origin: 'https://shop.example' }, signed), 204)
  t.equal(await from({ origin: 'https://other.example' }, signed), 403)
  t.equal(await from({}, signed), 403)
  const refused = await signedKey(app, widget.slug, key, 'https://other.example')
  t.equal(refused, `${key}undefined`, 'other sites get no signature')
})

t.test('a signature is for its key and widget alone, and ends with the key', async (t) => {
  const app = await build(t)
  const { widget, project } = await exhibit(t)
  const origin = 'https://shop.example'
  const permissions = 'READ_WRITE' as const
  const fields = { permissions, allowedOrigins: [origin] }
  const [own, other, open] = [
    await project.addKey(fields),
    await project.addKey(fields),
    await project.addKey({ permissions }),
  ]
  const elsewhere = await project.addWidget()
  const signed = await signedKey(app, widget.slug, own.key, origin)
  const signature = signed.slice(own.key.length)
  const post = (key: string, slug = widget.slug) =>
    send(app, slug, { key, headers: { origin: 'null' }, body: view })

  t.equal((await post(signed)).statusCode, 204)
  isError(t, await post(signed, elsewhere.slug), 403, 'ORIGIN_NOT_ALLOWED')
  isError(t, await post(other.key + signature), 403, 'ORIGIN_NOT_ALLOWED')
  const forged = `${signed.slice(0, -2)}${signed.endsWith('AA') ? 'QQ' : 'AA'}`
  isError(t, await post(forged), 403, 'ORIGIN_NOT_ALLOWED')
  isError(t, await post(`${own.key}.`), 401, 'API_KEY_INVALID')
  isError(t, await post(signed + signature), 401, 'API_KEY_INVALID')
  t.equal(await signedKey(app, widget.slug, open.key, origin), open.key, 'needs none')

  const origins = { origin: 'null' }
  isError(t, await fetchWidget(app, widget.slug, signed, origins), 401, 'API_KEY_INVALID')

  await project.revokeKey(own)
  isError(t, await post(signed), 401, 'API_KEY_INVALID')
})

t.test('what does not count is answered alike, and counted by reason', async (t) => {
  const app = await build(t, {})
  const { widget, key, assetId, otherId, project, addProject } = await exhibit(t)
  const draft = await project.addWidget({ status: 'DRAFT', publishedAt: null })
  const elsewhere = await (await addProject()).addWidget()
  const origin = 'https://shop.example'
  const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  const cases = {
    unknown_widget: [
      { slug: draft.slug, body: view },
      { slug: elsewhere.slug, body: view },
      { slug: 'not a slug', body: view },
    ],
    unknown_asset: [
      { slug: widget.slug, body: { events: [{ type: 'view', assetId: otherId }] } },
      { slug: widget.slug, body: { events: [{ type: 'open', assetId: randomUUID(), n: 3 }] } },
    ],
    robot: [{ slug: widget.slug, headers: { 'user-agent': robot, origin }, body: view }],
    privacy: [
      { slug: widget.slug, headers: { 'sec-gpc': '1' }, body: view },
      { slug: widget.slug, headers: { 'sec-gpc': '1, 1' }, body: view },
    ],
  }
  for (const { slug, ...rest } of Object.values(cases).flat()) {
    const response = await send(app, encodeURIComponent(slug), { key, ...rest })
    t.equal(response.statusCode, 204)
  }
  const metrics = await readMetrics(app)
  const dropped = (reason: string) => metrics(`events_dropped_total{reason="${reason}"}`)
  t.equal(dropped('unknown_widget'), 3)
  t.equal(dropped('unknown_asset'), 4)
  t.equal(dropped('robot'), 1)
  t.equal(dropped('privacy'), 2)
  t.equal(metrics('events_accepted_total'), 0)
  t.ok(assetId)
})

t.test('events that a program records count', async (t) => {
  const app = await build(t, {})
  const { widget, key } = await exhibit(t)
  for (const name of ['node', 'curl/8.14.1']) {
    await send(app, widget.slug, { key, headers: { 'user-agent': name }, body: view })
  }
  t.match(await countsOf(t, widget.id), [{ type: 'view' }])
  t.equal((await readMetrics(app))('events_dropped_total{reason="robot"}'), 0)
})

t.test('a wrong body is refused, and nothing of it is counted', async (t) => {
  const app = await build(t, {})
  const { widget, key } = await exhibit(t)
  const bodies: [unknown, number, string][] = [
    ['{', 400, 'MALFORMED_BODY'],
    ['', 400, 'VALIDATION_FAILED'],
    [{}, 400, 'VALIDATION_FAILED'],
    [{ events: [] }, 400, 'VALIDATION_FAILED'],
    [{ events: Array(51).fill({ type: 'view' }) }, 400, 'VALIDATION_FAILED'],
    [{ events: [{ type: 'hover' }] }, 400, 'VALIDATION_FAILED'],
    [{ events: [{ type: 'view', n: 51 }] }, 400, 'VALIDATION_FAILED'],
    [{ events: [{ type: 'view', n: 0 }] }, 400, 'VALIDATION_FAILED'],
    [{ events: [{ type: 'view', n: '1' }] }, 400, 'VALIDATION_FAILED'],
    [{ events: [{ type: 'view', assetId: 'x' }] }, 400, 'VALIDATION_FAILED'],
    [{ events: [{ type: 'view', visitor: 'x' }] }, 400, 'VALIDATION_FAILED'],
    [{ ...view, more: 1 }, 400, 'VALIDATION_FAILED'],
    [{ ...view, more: 'x'.repeat(4096) }, 413, 'BODY_TOO_LARGE'],
  ]
  for (const [body, status, code] of bodies) {
    isError(t, await send(app, widget.slug, { key, body }), status, code)
  }
  const wrongId = await send(app, widget.slug, {
    key,
    body: { events: [{ type: 'view', assetId: 'x' }] },
  })
  t.match(wrongId.json().message, /assetId must be the UUID of a picture of the widget/)
  const headers = { 'content-type': 'application/xml' }
  const xml = await send(app, widget.slug, { key, headers, body: view })
  isError(t, xml, 415, 'UNSUPPORTED_MEDIA_TYPE')
  t.equal((await readMetrics(app))('events_accepted_total'), 0)
})

t.test('limits per key and per address count events, not calls', async (t) => {
  const { widget, key } = await exhibit(t)
  const many = { events: [{ type: 'view', n: 50 }] }
  for (const limit of [{ EVENT_LIMIT_PER_KEY: 60 }, { EVENT_LIMIT_PER_ADDRESS: 60 }]) {
    const app = await build(t, { ...limit, ...dead.redis })
    const statuses = []
    for (let i = 0; i < 3; i += 1) {
      const { statusCode, headers } = await send(app, widget.slug, { key, body: many })
      statuses.push(statusCode)
      if (statusCode === 429) t.match(headers['retry-after'], /^[1-9]\d*$/)
    }
    t.same(statuses, [204, 204, 429])
    t.equal((await fetchWidget(app, widget.slug, key)).statusCode, 200, 'fetches have their own')
  }
})

t.test('without Redis the answer is the same', async (t) => {
  const app = await build(t, dead.redis)
  const { widget, key } = await exhibit(t)
  t.equal((await send(app, widget.slug, { key, body: view })).statusCode, 204)
})

t.test('the widget says whether its key records events', async (t) => {
  const app = await build(t)
  const { widget, key, readKey } = await exhibit(t)
  const [recording, reading] = [
    await fetchWidget(app, widget.slug, key),
    await fetchWidget(app, widget.slug, readKey),
  ]
  t.equal(recording.json().events, true)
  t.notOk('events' in reading.json())
  const { events, ...rest } = recording.json()
  t.strictSame(rest, reading.json())
  t.not(recording.headers.etag, reading.headers.etag)
  const again = { 'if-none-match': String(recording.headers.etag) }
  t.equal((await fetchWidget(app, widget.slug, key, again)).statusCode, 304)
  t.equal((await fetchWidget(app, widget.slug, readKey, again)).statusCode, 200)
})

t.test('a preflight allows JSON from any page', async (t) => {
  const app = await build(t)
  const response = await app.inject({
    method: 'OPTIONS',
    url: '/api/v1/widgets/summer/events',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    },
  })
  t.match(response.headers['access-control-allow-methods'], /POST/)
  t.match(response.headers['access-control-allow-headers'], /Content-Type/)
})
