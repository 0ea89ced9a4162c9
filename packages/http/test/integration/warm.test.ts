import t, { type Test } from 'tap'
import { createApp, prepare } from '../../src/index.js'

const text = 'grüße, 世界'
const answer = prepare({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', etag: '"1"' },
  body: text,
})

/** A route that answers at once what `?warm` asks for, and else by its handler. */
async function build(t: Test) {
  const app = createApp({ logLevel: 'silent' })
  const seen: string[] = []
  app.addHook('onRequest', async () => void seen.push('hook'))
  app.get(
    '/thing',
    {
      config: {
        warm: (request) => {
          const { warm } = request.query as { warm?: string }
          if (warm === 'broken') throw new Error('a bug')
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
  const whenClosing: (() => Promise<void>)[] = []
  app.addHook('preClose', async () => void (await Promise.all(whenClosing.map((run) => run()))))
  t.teardown(() => app.close())
  return { app, seen, whenClosing, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
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
  const { app, seen } = await build(t)
  const headers = { host: 'two hosts' }
  const response = await app.inject({ url: '/thing?warm=1', headers })
  t.equal(response.statusCode, 400)
  t.equal(response.json().code, 'MALFORMED_REQUEST')
  t.same(seen, [])
})

t.test('without a warm answer a request goes the usual way', async (t) => {
  const { url, seen } = await build(t)
  const response = await fetch(`${url}/thing`)
  t.equal(await response.text(), 'cold')
  t.same(seen, ['hook', 'handler'])
})

t.test('a bug on the way to a warm answer is a 500 like any other', async (t) => {
  const { url } = await build(t)
  const response = await fetch(`${url}/thing?warm=broken`)
  t.equal(response.status, 500)
  t.match(await response.json(), { code: 'INTERNAL', message: 'Internal error' })
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
