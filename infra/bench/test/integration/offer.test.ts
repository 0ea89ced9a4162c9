import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { offerFromProcess } from '../../src/load/client.js'
import { offer } from '../../src/load/offer.js'

/** @returns the URL of a server that is closed at the end of the test. */
async function listen(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test(
  'a closed loop keeps the given number of requests in flight, over all targets',
  async (t) => {
    const open: (() => void)[] = []
    let most = 0
    const asked: string[] = []
    const url = await listen(t, (request, response) => {
      asked.push(request.url ?? '')
      open.push(() => response.writeHead(request.url === '/b' ? 503 : 200).end('body'))
      most = Math.max(most, open.length)
      // Responses are held until the expected number is pending. After that they are immediate,
      // because fewer requests follow.
      if (most >= 3) for (const answer of open.splice(0)) setImmediate(answer)
    })
    const targets = [{ url: `${url}/a` }, { url: `${url}/b` }]
    const { answers, sent } = await offer({ targets, seconds: 0.2, pace: { inFlight: 3 } })
    t.equal(most, 3)
    t.equal(answers.length, sent)
    t.equal(asked.length, sent)
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    t.equal(count(200), asked.filter((path) => path === '/a').length)
    t.equal(count(503), asked.filter((path) => path === '/b').length)
  },
)

t.test('an open loop keeps sending to a server that does not respond', async (t) => {
  const open: (() => void)[] = []
  const url = await listen(t, (_request, response) => {
    open.push(() => response.end())
    if (open.length === 40) for (const answer of open) answer()
  })
  const { answers, sent } = await offer({
    targets: [{ url }],
    seconds: 0.2,
    pace: { perSecond: 200 },
    graceSeconds: 60,
  })
  t.equal(sent, 40)
  t.equal(answers.length, 40)
})

t.test('a response that is too late does not count', async (t) => {
  const url = await listen(t, () => undefined)
  const pace = { perSecond: 100 }
  const { answers, sent } = await offer({ targets: [{ url }], seconds: 0.1, pace })
  t.same(answers, [])
  t.equal(sent, 10)
})

t.test('responses within the grace count, including the last ones', async (t) => {
  const url = await listen(t, (_request, response) => setTimeout(() => response.end('ok'), 50))
  const pace = { perSecond: 100 }
  const { answers, sent } = await offer({
    targets: [{ url }],
    seconds: 0.1,
    pace,
    graceSeconds: 30,
  })
  t.equal(sent, 10)
  t.same(
    answers.map(({ status }) => status),
    Array(10).fill(200),
  )
  t.ok(answers.every(({ ms, atMs }) => ms > 0 && atMs > 0))
})

t.test('a refused connection is reported as status 0', async (t) => {
  const url = await listen(t, (request) => request.socket.destroy())
  const { answers } = await offer({ targets: [{ url }], seconds: 0.05, pace: { inFlight: 1 } })
  t.ok(answers.length > 0)
  t.ok(answers.every(({ status }) => status === 0))
})

t.test('a separate process generates the same load and reports errors', async (t) => {
  const url = await listen(t, (_request, response) => response.end('ok'))
  const pace = { perSecond: 100 }
  const outcome = await offerFromProcess({
    targets: [{ url }],
    seconds: 0.1,
    pace,
    graceSeconds: 30,
  })
  t.same(
    outcome.answers.map(({ status }) => status),
    Array(10).fill(200),
  )
  const nothing = offerFromProcess({ targets: [], seconds: 0.1, pace: { inFlight: 1 } })
  await t.rejects(nothing, { message: /there is nothing to ask for/ })
})

t.test('responses with any kind of framing count, and errors do not stop the load', async (t) => {
  const endings: Record<string, RequestListener> = {
    '/length': (_request, response) => response.end('whole'),
    '/chunks': (_request, response) => {
      response.write('a part')
      response.end('the rest')
    },
    '/closing': (_request, response) => {
      response.writeHead(200, { connection: 'close' }).end('whole')
    },
    '/nothing': (_request, response) => response.writeHead(304).end(),
    '/cut': (_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('a part')
      setImmediate(() => response.destroy())
    },
    '/garbage': (request) => request.socket.end('this is not HTTP\r\n\r\n'),
    '/to-the-end': (request) => request.socket.end('HTTP/1.1 200 OK\r\n\r\nup to the close'),
  }
  const url = await listen(t, (request, response) =>
    endings[request.url ?? '']?.(request, response),
  )
  const { answers } = await offer({
    targets: Object.keys(endings).map((path) => ({ url: url + path })),
    seconds: 0.21,
    pace: { perSecond: 100 },
    graceSeconds: 30,
  })
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  t.same({ 200: count(200), 304: count(304), 0: count(0) }, { 200: 12, 304: 3, 0: 6 })
})

t.test('the number of open connections is limited', async (t) => {
  const sockets = new Set<unknown>()
  const url = await listen(t, ({ socket }) => sockets.add(socket))
  const { sent } = await offer({ targets: [{ url }], seconds: 0.5, pace: { perSecond: 2000 } })
  t.equal(sent, 1000)
  t.ok(sockets.size <= 256, `${sockets.size} connections`)
})
