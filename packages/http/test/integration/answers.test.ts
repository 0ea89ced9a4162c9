import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { AppError } from '@vitrine/errors'
import { createMetrics } from '@vitrine/metrics'
import t, { type Test } from '@vitrine/testing/t'
import Type from '@vitrine/typebox'
import {
  type Answer,
  type AnswerRequest,
  type AppOptions,
  answerRoute,
  createApp,
  metrics,
  prepareAnswer,
} from '../../src/index.js'

const text = 'grüße, 世界'
const hello = prepareAnswer({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', etag: '"1"' },
  body: text,
})

/** The answers of `/thing?kind=…`. */
const answers = {
  known: () => hello,
  later: async () => hello,
  bug: () => {
    throw new Error('a bug')
  },
  unwritable: () => prepareAnswer({ status: 200, headers: { 'x-bad': 'a\nb' } }),
  refused: () => {
    throw new AppError('OVERLOADED', 'not now', { retryAfterSeconds: 3 })
  },
  'refused later': async () => {
    throw new AppError('OVERLOADED', 'not now', { retryAfterSeconds: 3 })
  },
  described: () => ({
    error: new AppError('OVERLOADED', 'not now', { retryAfterSeconds: 3 }),
    headers: { 'cache-control': 'public', vary: 'Accept', etag: '"1"' },
  }),
} satisfies Record<string, () => Answer | Promise<Answer>>

const Thing = {
  params: Type.Object({}),
  querystring: Type.Object({ kind: Type.Enum(Object.keys(answers) as (keyof typeof answers)[]) }),
}

async function build(t: Test, options: Partial<AppOptions> = {}) {
  const lines: string[] = []
  const app = createApp({
    logLevel: 'error',
    logStream: { write: (line) => lines.push(line) },
    requestLogLevel: 'debug',
    headers: { 'x-every': 'answer' },
    ...options,
  })
  metrics(app, createMetrics())
  /** The Fastify hooks and the steps of answers that ran. */
  const ran: string[] = []
  const requests: AnswerRequest[] = []
  const admit = () => void ran.push('admit')
  app.addHook('onRequest', async () => void ran.push('hook'))
  answerRoute(app, '/thing', {
    schema: Thing,
    openapi: {},
    admit,
    answer: ({ query }) => {
      ran.push('answer')
      return answers[query.kind]()
    },
  })
  answerRoute(app, '/large', {
    schema: {},
    openapi: {},
    admit,
    answer: () => prepareAnswer({ status: 200, headers: {}, body: Buffer.alloc(50_000, 'é') }),
  })
  answerRoute(app, '/unchanged', {
    schema: {},
    openapi: {},
    admit,
    answer: () => prepareAnswer({ status: 304, headers: { etag: '"1"' } }),
  })
  answerRoute(app, '/named/:name', {
    schema: {},
    openapi: {},
    admit: () => undefined,
    answer: (request) => {
      requests.push(request)
      return hello
    },
  })
  answerRoute(app, '/page', {
    schema: {},
    openapi: {},
    admit,
    answer: answers.refused,
    renderError: ({ message }, { headers }) => {
      if (headers.accept === 'broken') throw new Error('a bug in the page')
      return headers.accept === 'text/html'
        ? { headers: { 'content-type': 'text/html' }, body: `<p>${message}` }
        : null
    },
  })
  app.post('/named/special', async () => 'posted')
  const whenClosing: (() => Promise<void>)[] = []
  app.addHook('preClose', async () => void (await Promise.all(whenClosing.map((run) => run()))))
  t.teardown(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const thing = (kind: keyof typeof answers, init: RequestInit = {}) =>
    fetch(`${url}/thing?kind=${encodeURIComponent(kind)}`, init)
  return { app, ran, requests, lines, whenClosing, url, thing }
}

/** Sends messages that `fetch` would not send. */
async function send(url: string, options: RequestOptions) {
  const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await textOf(response) }
}

const headersOf = (response: Response | undefined) => {
  const {
    date,
    connection,
    'keep-alive': _,
    ...headers
  } = Object.fromEntries(response?.headers ?? [])
  return headers
}

for (const kind of ['known', 'later'] as const) {
  t.test(
    `an answer that is ${kind} arrives completely, with a request id, and runs no hooks`,
    async (t) => {
      const { thing, ran } = await build(t)
      const response = await thing(kind, { headers: { 'x-request-id': 'abc' } })
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
      t.same(ran, ['admit', 'answer'])
    },
  )

  t.test(`HEAD gets the headers of GET and no body for an answer that is ${kind}`, async (t) => {
    const { thing } = await build(t)
    const headers = { 'x-request-id': 'abc' }
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => thing(kind, { method, headers })),
    )
    t.same(headersOf(head), headersOf(get))
    t.equal(await head?.text(), '')
  })

  t.test(`with and without debug logs an answer that is ${kind} takes the same path`, async (t) => {
    for (const logLevel of ['error', 'debug']) {
      const { thing, ran, lines } = await build(t, { logLevel })
      await (await thing(kind, { headers: { 'x-request-id': 'abc' } })).text()
      t.same(ran, ['admit', 'answer'], logLevel)
      const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
      if (logLevel === 'error') t.same(written, [])
      else {
        t.match(written, [
          {
            req: { method: 'GET', path: '/thing', address: '127.0.0.1' },
            res: { status: 200 },
            ms: Number,
            reqId: /^[\w-]{12}\.[\da-z]+$/,
            clientRequestId: 'abc',
          },
        ])
      }
    }
  })
}

t.test('a synchronous answer is written before the request event ends', async (t) => {
  const { app, url } = await build(t)
  const ended: boolean[] = []
  app.server.on('request', (_request, response: ServerResponse) => {
    ended.push(response.writableEnded)
  })
  for (const kind of ['known', 'described', 'later', 'refused later']) {
    await (await fetch(`${url}/thing?kind=${encodeURIComponent(kind)}`)).text()
  }
  t.same(ended, [true, true, false, false])
})

t.test('a body too large for one write arrives byte for byte', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/large`)
  t.ok(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(50_000, 'é')))
})

t.test('an answer without content has no Content-Length', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/unchanged`)
  t.equal(response.status, 304)
  t.equal(response.headers.get('content-length'), null)
})

t.test('a malformed message is refused before anything else', async (t) => {
  const { url, ran } = await build(t)
  const response = await send(url, { path: '/thing?kind=known', headers: { host: 'two hosts' } })
  t.equal(response.status, 400)
  t.match(response.body, '"code":"MALFORMED_REQUEST"')
  t.same(ran, [])
})

t.test('a request is admitted, then validated, then answered', async (t) => {
  const { url, ran } = await build(t)
  const response = await fetch(`${url}/thing?kind=nothing`)
  t.equal(response.status, 400)
  t.match(await response.json(), { code: 'VALIDATION_FAILED', details: [{ field: 'kind' }] })
  t.same(ran, ['admit'])
})

for (const [kind, message] of [
  ['bug', 'a bug'],
  ['unwritable', 'Invalid character in header content ["x-bad"]'],
] as const) {
  t.test(`a bug is an internal error, and logged in full with the id: ${kind}`, async (t) => {
    const { thing, lines } = await build(t)
    const response = await thing(kind)
    t.equal(response.status, 500)
    const body = (await response.json()) as { requestId: string }
    t.match(body, { code: 'INTERNAL', message: 'Internal error' })
    t.match(JSON.parse(lines[0] ?? ''), { err: { message }, reqId: body.requestId })
  })
}

for (const kind of ['refused', 'refused later', 'described'] as const) {
  t.test(`an error has the usual error body: ${kind}`, async (t) => {
    const { thing, ran, lines } = await build(t)
    const sent = { headers: { 'x-request-id': 'abc' } }
    const response = await thing(kind, sent)
    t.equal(response.status, 503)
    const { etag, ...headers } = headersOf(response)
    t.match(headers, {
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '3',
      'x-request-id': 'abc',
      'x-every': 'answer',
      ...(kind === 'described' && { vary: 'Accept' }),
    })
    t.equal(etag, undefined, 'no field describes the requested representation')
    const body = await response.text()
    t.equal(headers['content-length'], String(Buffer.byteLength(body)))
    const known = { status: 503, code: 'OVERLOADED', message: 'not now' }
    t.match(JSON.parse(body), {
      ...known,
      error: 'Service Unavailable',
      path: '/thing',
      requestId: 'abc',
      timestamp: String,
    })

    const head = await thing(kind, { ...sent, method: 'HEAD' })
    t.equal(head.status, 503)
    t.equal(await head.text(), '')
    t.notOk(ran.includes('hook'))
    t.same(lines, [])
  })
}

t.test('a route may render its errors in another media type', async (t) => {
  const { url } = await build(t)
  const page = await fetch(`${url}/page`, { headers: { accept: 'text/html' } })
  t.equal(page.status, 503)
  t.match(headersOf(page), { 'content-type': 'text/html', 'retry-after': '3' })
  t.equal(await page.text(), '<p>not now')
  t.match(await (await fetch(`${url}/page`)).json(), { code: 'OVERLOADED' })
})

t.test(
  'an error that cannot be written closes its connection, and does not end the process',
  async (t) => {
    const { url, thing, lines } = await build(t)
    await t.rejects(fetch(`${url}/page`, { headers: { accept: 'broken' } }))
    t.match(lines.join(''), 'an answer could not be written')
    t.equal((await thing('known')).status, 200)
  },
)

t.test('a request has its path, its query and the address of the client', async (t) => {
  const { url, requests } = await build(t, { trustedProxies: ['loopback'] })
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
  await send(url, { path: '/named/a%20b?x=1&x=2&y=%C3%A9', headers })
  await send(url, { path: 'http://host.test/named/c', headers: { host: 'host.test' } })
  t.match(requests, [
    { method: 'GET', params: { name: 'a b' }, query: { x: ['1', '2'], y: 'é' }, ip: '203.0.113.7' },
    { method: 'GET', params: { name: 'c' }, query: {}, ip: '127.0.0.1' },
  ])
})

t.test('without trusted proxies the client is the peer of the connection', async (t) => {
  const { url, requests } = await build(t)
  await send(url, { path: '/named/a', headers: { 'x-forwarded-for': '198.51.100.1' } })
  t.match(requests, [{ ip: '127.0.0.1' }])
})

t.test('a target that cannot be decoded, or is another address, is refused', async (t) => {
  const { url, requests } = await build(t)
  t.equal((await send(url, { path: '/named/%E0%A4%A' })).status, 400)
  t.equal((await send(url, { path: `/named/${'a'.repeat(300)}` })).status, 404)
  const other = await fetch(`${url}/named/special`)
  t.equal(other.status, 405)
  t.equal(other.headers.get('allow'), 'POST')
  t.same(requests, [])
})

t.test('answers are measured like those of other routes', async (t) => {
  const { url, thing } = await build(t)
  for (const kind of ['known', 'later', 'refused'] as const) await (await thing(kind)).text()
  const measured = await (await fetch(`${url}/metrics`)).text()
  const count = (status: string) =>
    `http_request_duration_seconds_count{method="GET",route="/thing",status="${status}"}`
  t.match(measured, `${count('2xx')} 2`)
  t.match(measured, `${count('5xx')} 1`)
})

t.test(
  'a request that is injected into Fastify gets the same answer, and counts once',
  async (t) => {
    const { app, url } = await build(t)
    const response = await app.inject('/thing?kind=known')
    t.equal(response.statusCode, 200)
    t.equal(response.body, text)
    t.match(await (await fetch(`${url}/metrics`)).text(), 'route="/thing",status="2xx"} 1')
  },
)

t.test('while the server closes, each answer closes its connection', async (t) => {
  const { app, thing, ran, whenClosing } = await build(t)
  let response: Response | undefined
  whenClosing.push(async () => {
    response = await thing('known')
  })
  await app.close()
  t.equal(response?.headers.get('connection'), 'close')
  t.same(ran, ['admit', 'answer'])
})
