import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@vitrine/contracts/errors'
import t, { type Test } from '@vitrine/testing/t'
import {
  type AppOptions,
  type ByteStream,
  createApp,
  metrics,
  probeAppOf,
  separateProbes,
} from '../../src/index.js'
import { createMetrics } from '../../src/metrics/metrics.js'

const text = 'grüße, 世界'
const large = Buffer.alloc(50_000, 'é')

const broken: ByteStream = async (send) => {
  await send(Buffer.alloc(10))
  throw new Error('the file is gone')
}

async function build(t: Test, options: Partial<AppOptions> = {}) {
  const lines: string[] = []
  const app = createApp({
    logLevel: 'error',
    logStream: { write: (line) => lines.push(line) },
    headers: { 'x-every': 'answer' },
    ...options,
  })
  separateProbes(app, 'silent')
  metrics(app, createMetrics())
  const hello = { 'content-type': 'text/plain; charset=utf-8', etag: '"1"' }
  const length = (bytes: Buffer) => ({ 'content-length': String(bytes.length) })
  const bytes = Buffer.from(text)
  app.get('/hello', async (_request, reply) =>
    reply.sendPrepared({ status: 200, headers: { ...hello, ...length(bytes) } }, bytes),
  )
  app.get('/large', async (_request, reply) =>
    reply.sendPrepared({ status: 200, headers: length(large) }, large),
  )
  app.get('/unchanged', async (_request, reply) =>
    reply.sendPrepared({ status: 304, headers: { etag: '"1"' } }),
  )
  app.get('/unwritable', async (_request, reply) =>
    reply.sendPrepared({ status: 200, headers: { 'x-bad': 'a\nb' } }),
  )
  app.get('/broken', async (_request, reply) =>
    reply.streamPrepared(() => ({ status: 200, headers: { 'content-length': '100000' } }), broken),
  )
  const whenClosing: (() => Promise<void>)[] = []
  app.addHook('preClose', async () => void (await Promise.all(whenClosing.map((run) => run()))))
  t.teardown(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, lines, url, whenClosing }
}

const headersOf = ({ headers }: Response) => {
  const { date, connection, 'keep-alive': _, ...others } = Object.fromEntries(headers)
  return others
}

t.test('bytes arrive as they are, with the header fields of every answer', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/hello`, { headers: { 'x-request-id': 'abc' } })
  t.equal(response.status, 200)
  t.equal(await response.text(), text)
  t.match(headersOf(response), {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    etag: '"1"',
    'x-request-id': 'abc',
    'x-every': 'answer',
    'x-content-type-options': 'nosniff',
  })
  const body = Buffer.from(await (await fetch(`${url}/large`)).arrayBuffer())
  t.ok(body.equals(large), 'also if they are too large for one write')
})

t.test('HEAD gets the header fields of GET, and no body', async (t) => {
  const { url } = await build(t)
  const headers = { 'x-request-id': 'abc' }
  for (const path of ['/hello', '/unchanged']) {
    const get = await fetch(url + path, { headers })
    const head = await fetch(url + path, { method: 'HEAD', headers })
    t.same(headersOf(head), headersOf(get), path)
    t.equal(await head.text(), '')
  }
})

t.test('an answer without content has no Content-Length', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/unchanged`)
  t.equal(response.status, 304)
  t.equal(response.headers.get('content-length'), null)
})

t.test('a header field that HTTP does not allow is an internal error', async (t) => {
  const { url, lines } = await build(t)
  const response = await fetch(`${url}/unwritable`)
  t.equal(response.status, 500)
  const body = (await response.json()) as { requestId: string }
  t.match(body, { code: 'INTERNAL', message: 'Internal error' })
  const message = 'Invalid character in header content ["x-bad"]'
  t.match(JSON.parse(lines[0] ?? ''), { err: { message }, reqId: body.requestId })
})

t.test('prepared answers are logged and measured like others', async (t) => {
  const { app, url, lines } = await build(t, { logLevel: 'info' })
  await (await fetch(`${url}/hello`, { headers: { 'x-request-id': 'abc' } })).text()
  const measured = (await probeAppOf(app).inject('/metrics')).body
  t.match(measured, 'count{method="GET",route="/hello",status="2xx"} 1')
  const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  t.match(written, [
    {
      req: { method: 'GET', path: '/hello', address: '127.0.0.1' },
      res: { status: 200 },
      ms: Number,
      reqId: /^[\w-]{12}\.[\da-z]+$/,
      clientRequestId: 'abc',
    },
  ])
})

t.test('an answer that is broken off is logged and measured, too', async (t) => {
  const { app, url, lines } = await build(t, { logLevel: 'info' })
  await t.rejects(fetch(`${url}/broken`).then((response) => response.text()))
  const written = lines.map((line) => JSON.parse(line))
  t.match(
    written.filter(({ msg }) => msg === 'request'),
    [{ req: { path: '/broken' }, res: { status: 200 } }],
  )
  const measured = (await probeAppOf(app).inject('/metrics')).body
  t.match(measured, 'count{method="GET",route="/broken",status="2xx"} 1')
})

t.test('while the server closes, each answer closes its connection', async (t) => {
  const { app, url, whenClosing } = await build(t)
  let response: Response | undefined
  whenClosing.push(async () => {
    response = await fetch(`${url}/hello`)
  })
  await app.close()
  t.equal(response?.headers.get('connection'), 'close')
})

t.test('a route may render its errors in another media type', async (t) => {
  const app = createApp({ logLevel: 'silent' })
  t.teardown(() => app.close())
  app.get(
    '/page',
    {
      config: {
        errorPage: ({ message }, { headers }) =>
          headers.accept === 'text/html'
            ? { headers: { 'content-type': 'text/html' }, body: `<p>${message}` }
            : null,
      },
    },
    () => Promise.reject(new AppError('OVERLOADED', 'not now', { retryAfterSeconds: 3 })),
  )
  const page = await app.inject({ url: '/page', headers: { accept: 'text/html' } })
  t.equal(page.statusCode, 503)
  t.match(page.headers, { 'content-type': 'text/html', 'retry-after': '3' })
  t.equal(page.body, '<p>not now')
  t.match((await app.inject('/page')).json(), { code: 'OVERLOADED' })
})

t.test('a page of an error that cannot be rendered leaves the error as it is', async (t) => {
  const app = createApp({ logLevel: 'silent' })
  t.teardown(() => app.close())
  const errorPage = () => {
    throw new Error('secret of the template')
  }
  app.get('/page', { config: { errorPage } }, () =>
    Promise.reject(new AppError('OVERLOADED', 'not now', { retryAfterSeconds: 3 })),
  )
  const answer = await app.inject('/page')
  t.equal(answer.statusCode, 503)
  t.match(answer.json(), { code: 'OVERLOADED', message: 'not now' })
})

t.test('the client is the last address that no trusted proxy has added', async (t) => {
  for (const [trustedProxies, address] of [
    [['loopback'], '203.0.113.7'],
    [[], '127.0.0.1'],
  ] as const) {
    const app = createApp({ logLevel: 'silent', trustedProxies })
    t.teardown(() => app.close())
    app.get('/', async ({ ip }) => ip)
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
    t.equal((await app.inject({ url: '/', headers })).body, address)
  }
})

const chunkBytes = 64 * 1024

/** The response of a server that streams this body. */
async function request(t: Test, length: number, body: ByteStream): Promise<IncomingMessage> {
  const app = createApp({ logLevel: 'silent' })
  t.teardown(() => app.close())
  const headers = { 'content-length': String(length), 'x-own': 'one' }
  app.get('/', async (_request, reply) =>
    reply.streamPrepared(() => ({ status: 206, headers }), body),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  return answer
}

t.test('chunks that share one buffer arrive intact with a slow client', async (t) => {
  const count = 300
  const one = Buffer.alloc(chunkBytes)
  const answer = await request(t, count * chunkBytes, async (send) => {
    for (let i = 0; i < count; i += 1) await send(one.fill(i % 251))
  })
  t.equal(answer.statusCode, 206)
  t.match(answer.headers, { 'x-own': 'one', 'content-length': String(count * chunkBytes) })
  const wanted = Array.from({ length: count }, (_, i) => Buffer.alloc(chunkBytes, i % 251))
  t.ok(Buffer.concat(wanted).equals(await buffer(answer)))
})

t.test('the stream gets an error if the client disconnects', async (t) => {
  let resolve: (error: unknown) => void = () => undefined
  const promise = new Promise((settle) => {
    resolve = settle
  })
  const answer = await request(t, 1e12, async (send) => {
    try {
      for (;;) await send(Buffer.alloc(chunkBytes))
    } catch (error) {
      resolve(error)
      throw error
    }
  })
  answer.on('error', () => undefined).destroy()
  t.type(await promise, Error)
})

t.test('an incomplete answer cannot be mistaken for a complete one', async (t) => {
  const answer = await request(t, 2 * chunkBytes, async (send) => {
    await send(Buffer.alloc(chunkBytes))
    throw new Error('the disk fails')
  })
  t.equal(answer.statusCode, 206)
  await t.rejects(buffer(answer), { code: 'ECONNRESET' })
})

t.test('a failure before the first chunk gets a separate answer', async (t) => {
  const answer = await request(t, chunkBytes, () => Promise.reject(new Error('the disk fails')))
  t.equal(answer.statusCode, 500)
  t.match(JSON.parse(String(await buffer(answer))), { code: 'INTERNAL' })
})

t.test('an empty stream is a complete answer', async (t) => {
  const answer = await request(t, 0, async () => undefined)
  t.equal(answer.statusCode, 206)
  t.equal((await buffer(answer)).length, 0)
})
