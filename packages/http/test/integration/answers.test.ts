import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { AppError } from '@vitrine/errors'
import { createMetrics } from '@vitrine/metrics'
import t, { type Test } from 'tap'
import { type AppOptions, createApp, metrics, prepare, type WarmRequest } from '../../src/index.js'

const text = 'grüße, 世界'
const answer = prepare({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', etag: '"1"' },
  body: text,
})

const refusal = {
  error: new AppError('OVERLOADED', 'not now', { retryAfterSeconds: 3 }),
  headers: { 'cache-control': 'public', vary: 'Accept', etag: '"1"' },
}

/** A route that answers at once what `?warm` asks for, and else by its handler. */
async function build(t: Test, options: Partial<AppOptions> = {}) {
  const lines: string[] = []
  const app = createApp({
    logLevel: 'error',
    logStream: { write: (line) => lines.push(line) },
    requestLogLevel: 'debug',
    ...options,
  })
  metrics(app, createMetrics())
  const seen: string[] = []
  const asked: WarmRequest[] = []
  app.addHook('onRequest', async () => void seen.push('hook'))
  app.get(
    '/thing',
    {
      config: {
        warm: (request) => {
          const { warm } = request.query as { warm?: string }
          if (warm === 'broken') throw new Error('a bug')
          if (warm === 'wrong') throw new AppError('VALIDATION_FAILED', 'not like this')
          if (warm === 'refused') return refusal
          return warm === undefined ? null : answer
        },
      },
    },
    async () => {
      seen.push('handler')
      return 'cold'
    },
  )
  app.get('/large', {
    config: { warm: () => prepare({ status: 200, headers: {}, body: Buffer.alloc(50_000, 'é') }) },
    handler: async () => 'cold',
  })
  app.get('/unchanged', {
    config: { warm: () => prepare({ status: 304, headers: { etag: '"1"' } }) },
    handler: async () => 'cold',
  })
  app.get('/named/:name', {
    config: {
      warm: (request) => {
        asked.push(request)
        return answer
      },
    },
    handler: async () => 'cold',
  })
  const whenClosing: (() => Promise<void>)[] = []
  app.addHook('preClose', async () => void (await Promise.all(whenClosing.map((run) => run()))))
  t.teardown(() => app.close())
  return {
    app,
    seen,
    asked,
    lines,
    whenClosing,
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
  }
}

/** What `fetch` would not send. */
async function send(url: string, options: RequestOptions) {
  const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await textOf(response) }
}

t.test('a warm answer comes before hooks and handler, whole and with a request id', async (t) => {
  const { url, seen } = await build(t)
  const response = await fetch(`${url}/thing?warm=1`, { headers: { 'x-request-id': 'abc' } })
  t.equal(response.status, 200)
  t.equal(await response.text(), text)
  t.match(Object.fromEntries(response.headers), {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    etag: '"1"',
    'x-request-id': 'abc',
  })
  t.same(seen, [])
})

t.test('a body too large to be sent in one piece arrives byte for byte', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/large`)
  t.ok(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(50_000, 'é')))
})

t.test('HEAD gets the headers of GET and no body', async (t) => {
  const { url } = await build(t)
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) =>
      fetch(`${url}/thing?warm=1`, { method, headers: { 'x-request-id': 'abc' } }),
    ),
  )
  // What the client asks for anew with each method says nothing about the answer.
  const hopByHop = new Set(['date', 'connection', 'keep-alive'])
  const headersOf = (response: Response | undefined) =>
    Object.fromEntries([...(response?.headers ?? [])].filter(([name]) => !hopByHop.has(name)))
  t.same(headersOf(head), headersOf(get))
  t.equal(await head?.text(), '')
})

t.test('an answer without content has no length', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/unchanged`)
  t.equal(response.status, 304)
  t.equal(response.headers.get('content-length'), null)
})

t.test('a message that is refused gets no warm answer', async (t) => {
  const { url, seen } = await build(t)
  const response = await send(url, { path: '/thing?warm=1', headers: { host: 'two hosts' } })
  t.equal(response.status, 400)
  t.match(response.body, '"code":"MALFORMED_REQUEST"')
  t.same(seen, [])
})

t.test('without a warm answer a request goes the usual way', async (t) => {
  const { url, seen } = await build(t)
  const response = await fetch(`${url}/thing`)
  t.equal(await response.text(), 'cold')
  t.same(seen, ['hook', 'handler'])
})

t.test(
  'a bug on the way to a warm answer is logged, and the request goes the usual way',
  async (t) => {
    const { url, lines } = await build(t)
    const response = await fetch(`${url}/thing?warm=broken`)
    t.equal(await response.text(), 'cold')
    t.match(lines.join(''), '"message":"a bug"')
  },
)

t.test('a refusal comes before hooks and handler, as any error is told', async (t) => {
  const { url, seen, lines } = await build(t)
  const sent = { headers: { 'x-request-id': 'abc' } }
  const response = await fetch(`${url}/thing?warm=refused`, sent)
  t.equal(response.status, 503)
  const { etag, ...headers } = Object.fromEntries(response.headers)
  t.match(headers, {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '3',
    'x-request-id': 'abc',
    vary: 'Accept',
  })
  t.equal(etag, undefined, 'it is none of what would have been there')
  const body = await response.text()
  t.equal(headers['content-length'], String(Buffer.byteLength(body)))
  const said = { status: 503, code: 'OVERLOADED', message: 'not now', error: 'Service Unavailable' }
  t.match(JSON.parse(body), { ...said, path: '/thing', requestId: 'abc', timestamp: String })

  const head = await fetch(`${url}/thing?warm=refused`, { ...sent, method: 'HEAD' })
  t.equal(head.status, 503)
  t.equal(await head.text(), '')
  t.same(seen, [])
  t.same(lines, [])
})

t.test('what is thrown on purpose goes the usual way, unlogged', async (t) => {
  const { url, lines } = await build(t)
  t.equal(await (await fetch(`${url}/thing?warm=wrong`)).text(), 'cold')
  t.same(lines, [])
})

t.test('a request is told by its path, its query and who sent it', async (t) => {
  const { url, asked } = await build(t, { trustedProxies: ['loopback'] })
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
  await send(url, { path: '/named/a%20b?x=1&x=2&y=%C3%A9', headers })
  await send(url, { path: 'http://host.test/named/c', headers: { host: 'host.test' } })
  t.match(asked, [
    { method: 'GET', params: { name: 'a b' }, query: { x: ['1', '2'], y: 'é' }, ip: '203.0.113.7' },
    { method: 'GET', params: { name: 'c' }, query: {}, ip: '127.0.0.1' },
  ])
})

t.test('without trusted proxies whoever connects is who sent it', async (t) => {
  const { url, asked } = await build(t)
  await send(url, { path: '/named/a', headers: { 'x-forwarded-for': '198.51.100.1' } })
  t.match(asked, [{ ip: '127.0.0.1' }])
})

t.test('a target that cannot be decoded is refused as ever', async (t) => {
  const { url, asked } = await build(t)
  t.equal((await send(url, { path: '/named/%E0%A4%A' })).status, 400)
  t.same(asked, [])
})

t.test('warm answers are measured like others', async (t) => {
  const { url } = await build(t)
  for (const query of ['?warm=1', '?warm=1', '']) await (await fetch(`${url}/thing${query}`)).text()
  const text = await (await fetch(`${url}/metrics`)).text()
  const counted = 'http_request_duration_seconds_count{method="GET",route="/thing",status="2xx"} 3'
  t.match(text, counted)
})

t.test('where a line is logged per request, a warm one has its line', async (t) => {
  const { url, lines } = await build(t, { logLevel: 'debug' })
  await (await fetch(`${url}/thing?warm=1`)).text()
  t.match(lines.filter((line) => line.includes('"/thing"')).length, 1)
})

t.test('on the way out nothing is answered past the hook that ends connections', async (t) => {
  const { app, url, seen, whenClosing } = await build(t)
  let response: Response | undefined
  whenClosing.push(async () => {
    response = await fetch(`${url}/thing?warm=1`)
  })
  await app.close()
  t.equal(response?.headers.get('connection'), 'close')
  t.same(seen, ['hook', 'handler'])
})
