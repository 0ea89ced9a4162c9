import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t from '@vitrine/testing/t'
import type { InjectOptions } from 'fastify'
import Type from 'typebox'
import { createApp, ReadOnly } from '../../src/index.js'
import { build } from './app.js'

const id = '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10'

t.test('every error has the error body of the contract', async (t) => {
  const { app } = await build(t)
  const json = { 'content-type': 'application/json' }
  const table = [
    [{ url: '/nothing?key=pk_secret' }, 404, 'ROUTE_NOT_FOUND'],
    [{ method: 'DELETE', url: `/things/${id}` }, 405, 'METHOD_NOT_ALLOWED'],
    [{ url: '/things/%zz' }, 400, 'MALFORMED_URL'],
    [{ url: '/things/not-an-id' }, 400, 'VALIDATION_FAILED'],
    [{ url: `/things/urn:uuid:${id}` }, 400, 'VALIDATION_FAILED'],
    [{ url: `/things/${'x'.repeat(300)}` }, 404, 'ROUTE_NOT_FOUND'],
    [{ url: '/list?size=6' }, 400, 'VALIDATION_FAILED'],
    [{ method: 'POST', url: '/things', headers: json, payload: '{"name":' }, 400, 'MALFORMED_BODY'],
    [{ method: 'POST', url: '/nothing', headers: json, payload: '{' }, 404, 'ROUTE_NOT_FOUND'],
    [{ method: 'POST', url: '/bug', headers: json, payload: '{' }, 405, 'METHOD_NOT_ALLOWED'],
    [{ method: 'POST', url: '/things', headers: json, payload: '' }, 400, 'VALIDATION_FAILED'],
    [
      {
        method: 'POST',
        url: '/things',
        headers: json,
        payload: '{"__proto__":{"x":1},"name":"n"}',
      },
      400,
      'MALFORMED_BODY',
    ],
    [
      { method: 'POST', url: '/things', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      { method: 'POST', url: '/things', headers: json, payload: JSON.stringify('x'.repeat(1000)) },
      413,
      'BODY_TOO_LARGE',
    ],
    [{ url: '/bug' }, 500, 'INTERNAL'],
    [{ url: '/busy' }, 503, 'OVERLOADED'],
  ] as const
  for (const [request, status, code] of table) {
    const response = await app.inject(request as InjectOptions)
    const body = response.json()
    const what = `${status} ${code}`
    t.equal(response.statusCode, status, what)
    t.match(body, { status, code, error: /\w/, message: /\w/, requestId: /\w/ }, what)
    t.match(body.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    t.equal(body.path, request.url.split('?')[0], what)
    t.equal(response.headers['cache-control'], 'no-store', what)
    t.equal(response.headers['x-content-type-options'], 'nosniff', what)
    t.equal(response.headers['access-control-allow-origin'], '*', what)
    t.equal(response.headers['x-request-id'], body.requestId, what)
    t.match(response.headers['content-type'], 'application/json')
    t.notMatch(response.body, /hunter2|stack/)
  }
})

t.test('a 405 lists the allowed methods, a 503 says when to retry', async (t) => {
  const { app } = await build(t)
  const wrong = await app.inject({ method: 'DELETE', url: `/things/${id}` })
  t.same(String(wrong.headers.allow).split(', ').sort(), ['GET', 'HEAD', 'PUT'])
  t.equal((await app.inject('/busy')).headers['retry-after'], '3')
})

t.test('a static path has its own methods, not those of a parameter beside it', async (t) => {
  const { app } = await build(t)
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'TRACE'] as const) {
    const response = await app.inject({ method: method as 'GET', url: '/things/bulk' })
    t.equal(response.statusCode, 405, method)
    t.equal(response.headers.allow, 'POST', method)
  }
  const posted = await app.inject({ method: 'POST', url: '/things/bulk', payload: {} })
  t.equal(posted.statusCode, 200)
  t.equal((await app.inject(`/things/${id}`)).statusCode, 200)
  for (const url of ['/healthz', '/api/readyz']) {
    const traced = await app.inject({ method: 'TRACE' as 'GET', url })
    t.equal(traced.statusCode, 405, url)
    t.same(String(traced.headers.allow).split(', ').sort(), ['GET', 'HEAD'])
  }
})

t.test('bytes that are not HTTP, and headers too large, get the same body', async (t) => {
  const { app } = await build(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const table = [
    ['NONSENSE\r\n\r\n', 400, 'MALFORMED_REQUEST', ''],
    [
      'POST /a?b=c HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
      '/a',
    ],
    ['GET /x?y HTTP/1.1\r\nHost: a\r\n b ad\r\n\r\n', 400, 'MALFORMED_REQUEST', '/x'],
    [
      `GET /long?q HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
      '/long',
    ],
  ] as const
  for (const [bytes, status, code, path] of table) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    const answer = await text(socket)
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    t.match(body, { status, code, path, requestId: /\w/, message: /\w/ })
    t.equal(body.path, path)
  }
})

t.test('validation names every invalid field and the accepted values', async (t) => {
  const { app } = await build(t)
  const response = await app.inject({
    method: 'POST',
    url: '/things',
    payload: {
      slug: 'Not A Slug',
      count: '3',
      colour: 'green',
      note: 'too long',
      tags: ['fine', ''],
      nested: { deep: true, depth: 1 },
      at: 'tomorrow',
      colr: 'red',
    },
  })
  t.equal(response.statusCode, 400)
  const details = response.json().details as { field: string; message: string }[]
  const messages = Object.fromEntries(details.map(({ field, message }) => [field, message]))
  t.match(messages, {
    name: 'is required',
    slug: /^must be lower-case letters and digits.*, at most 100 characters long$/,
    count: 'must be an integer from 1 to 10',
    colour: 'must be one of red, blue',
    note: 'must be text of at most 5 characters, or null',
    'tags[1]': 'must be text of at least 1 character',
    'nested.depth': 'is not a property here; there is deep',
    at: /YYYY-MM-DDTHH:MM:SS/,
    colr: 'is not a property here; did you mean colour?',
  })
  t.equal(details.length, 9)
  t.match(response.json().message, / 8 more problems are listed in details\.$/)
})

t.test('a body that is missing or not an object is reported as such', async (t) => {
  const { app } = await build(t)
  const headers = { 'content-type': 'application/json' }
  const post = async (payload: string) => {
    const response = await app.inject({ method: 'POST', url: '/things', headers, payload })
    return response.json()
  }
  t.match(await post(''), {
    message: 'This call needs a JSON body, and none was sent.',
    details: [{ field: 'body' }],
  })
  for (const payload of ['[]', 'null', '1', '"x"']) {
    t.equal((await post(payload)).message, 'body must be a JSON object.', payload)
  }
})

t.test(
  'a query parameter that a call does not have is named, with those that it has',
  async (t) => {
    const { app } = await build(t)
    const table: Record<string, string> = {
      '/closed?sise=5': 'sise is not a query parameter here; did you mean size?',
      '/closed?Sort=name': 'Sort is not a query parameter here; did you mean sort?',
      '/closed?colour=red':
        'colour is not a query parameter here; there are page, size, cursor, sort.',
      '/closed?x=1&y=2':
        'x is not a query parameter here; there are page, size, cursor, sort. 1 more problem is listed in details.',
      '/closed?__proto__=1':
        '__proto__ is not a query parameter here; there are page, size, cursor, sort.',
      '/bare?x=1': 'x is not a query parameter here; there is none.',
    }
    for (const [url, message] of Object.entries(table)) {
      const response = await app.inject(url)
      t.match(response.json(), { status: 400, code: 'VALIDATION_FAILED', message }, url)
    }
    t.same((await app.inject('/closed?size=5')).json(), { page: 0, size: 5 })
    t.equal((await app.inject('/list?size=1&x=1')).statusCode, 200, 'elsewhere it is ignored')
  },
)

t.test('names are trimmed before validation', async (t) => {
  const { app } = await build(t)
  const post = (payload: object) => app.inject({ method: 'POST', url: '/things', payload })
  t.same((await post({ name: '  Shop  ', note: null })).json(), {
    name: 'Shop',
    note: null,
  })
  for (const name of ['', '   ', 'a\u0000b', 'a\nb', 'x'.repeat(201)]) {
    t.equal((await post({ name })).statusCode, 400, JSON.stringify(name))
  }
  t.equal((await post({ name: ` ${'x'.repeat(200)} ` })).statusCode, 200)
})

t.test('a read-only field may be sent only with the value that a GET returns', async (t) => {
  const { app } = await build(t)
  const put = (payload: object, id = 'a') =>
    app.inject({ method: 'PUT', url: `/named-things/${id}`, payload: { name: 'Shop', ...payload } })
  const same = {
    id: 'a',
    tags: ['x', 'y'.repeat(100)],
    createdAt: '2026-01-02T03:04:05',
    publishedAt: null,
  }
  for (const payload of [{}, same, { ...same, updatedAt: 'any' }, { updatedAt: 7 }]) {
    const response = await put(payload)
    t.equal(response.statusCode, 200, response.body)
    t.equal(response.json().note, 'name', 'the handler sees what it may write')
  }
  const table: [payload: object, message: RegExp][] = [
    [{ id: 'b' }, /^is read-only and is "a"/],
    [{ createdAt: '2026-01-02T03:04:06' }, /is "2026-01-02T03:04:05"/],
    [{ publishedAt: '2026-01-02T03:04:05' }, /is null/],
    [{ tags: ['x'] }, /as a GET returns it/],
    [{ tags: null }, /^is read-only/],
  ]
  for (const [payload, message] of table) {
    const response = await put({ ...same, ...payload, updatedAt: 'any' })
    const [field = ''] = Object.keys(payload)
    t.equal(response.statusCode, 400, field)
    t.match(response.json(), { code: 'VALIDATION_FAILED', details: [{ field, message }] })
    t.notMatch(response.body, 'secret')
  }
  const both = await put({ id: 'b', tags: 1 })
  t.same(both.json().details.length, 2, 'each is named')
  t.equal((await put({ id: 'b' }, 'none')).statusCode, 404, 'nothing to compare with')
})

t.test('a route with read-only fields must declare the current resource', async (t) => {
  const app = createApp({ logLevel: 'silent' })
  const body = Type.Object({ id: ReadOnly })
  t.throws(() => app.put('/', { schema: { body } }, async () => null), /no current resource/)
})

t.test('ids are normalized to lower case', async (t) => {
  const { app } = await build(t)
  t.equal((await app.inject(`/things/${id.toUpperCase()}`)).json().id, id)
})

t.test('a call without a body may have a JSON content type', async (t) => {
  const { app } = await build(t)
  const response = await app.inject({
    method: 'PUT',
    url: `/things/${id}`,
    headers: { 'content-type': 'application/json' },
  })
  t.equal(response.statusCode, 200)
})

t.test(
  'a response is what its schema declares: nothing leaks, times are local, JSON is text',
  async (t) => {
    const { app } = await build(t)
    t.same((await app.inject(`/things/${id}`)).json(), {
      id,
      name: 'thing',
      note: null,
      metadata: '{"b":1,"a":[true]}',
      tags: ['x'],
      createdAt: '2026-01-02T03:04:05',
      publishedAt: null,
    })
  },
)

t.test('a well-formed request id is returned, any other is replaced', async (t) => {
  const { app } = await build(t)
  const ask = async (sent: string) =>
    (await app.inject({ url: '/healthz', headers: { 'x-request-id': sent } })).headers[
      'x-request-id'
    ]
  t.equal(await ask('order-7:a.b_c'), 'order-7:a.b_c')
  for (const sent of ['', 'a b', 'x'.repeat(129), 'ä']) t.not(await ask(sent), sent)
})

t.test('a log line never contains query strings or request headers', async (t) => {
  const { app, lines } = await build(t)
  await app.inject('/list?api_key=pk_canary&size=1')
  await app.inject({ url: '/bug', headers: { authorization: 'Bearer canary' } })
  t.match(lines.join(''), '"path":"/list"')
  t.notMatch(lines.join(''), /canary/)
})

t.test('readiness reports missing dependencies, and fails only for required ones', async (t) => {
  const { app } = await build(t)
  for (const url of ['/readyz', '/api/readyz']) {
    const response = await app.inject(url)
    t.equal(response.statusCode, 200)
    t.same(response.json(), { status: 'ready', checks: { database: 'up', cache: 'down' } })
  }
  const { app: broken } = await build(t, { database: false, cache: true })
  const response = await broken.inject('/readyz')
  t.equal(response.statusCode, 503)
  t.match(response.json(), { code: 'NOT_READY', details: [{ field: 'database' }] })
  t.equal((await broken.inject('/healthz')).statusCode, 200)
})

t.test(
  'an error is logged with its causes, without properties that a driver attached',
  async (t) => {
    const { app, lines } = await build(t)
    const connection = { password: 'canary' }
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', connection })
    app.log.error({ err: Object.assign(new Error('lost', { cause }), { client: connection }) }, 'x')
    const line = JSON.parse(lines.at(-1) ?? '')
    t.match(line.err, { type: 'Error', message: 'lost', stack: /ground-rules/ })
    t.match(line.err.cause, { message: 'refused', code: 'ECONNREFUSED' })
    t.notMatch(lines.at(-1), 'canary')
  },
)
