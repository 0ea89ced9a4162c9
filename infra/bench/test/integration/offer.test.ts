import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { offerFromAfar } from '../../src/load/client.js'
import { offer } from '../../src/load/offer.js'

/** @returns the address of a server that ends with the test. */
async function listen(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('a closed loop keeps as many requests open as it is told, over all targets', async (t) => {
  let open = 0
  let most = 0
  const asked: string[] = []
  const url = await listen(t, (request, response) => {
    asked.push(request.url ?? '')
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      response.writeHead(request.url === '/b' ? 503 : 200).end('body')
    }, 10)
  })
  const targets = [{ url: `${url}/a` }, { url: `${url}/b` }]
  const { answers, sent } = await offer({ targets, seconds: 0.2, pace: { inFlight: 3 } })
  t.equal(most, 3)
  t.equal(answers.length, sent)
  t.equal(asked.length, sent)
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  t.equal(count(200), asked.filter((path) => path === '/a').length)
  t.equal(count(503), asked.filter((path) => path === '/b').length)
})

t.test('an open loop goes on asking a server that does not answer', async (t) => {
  let asked = 0
  const url = await listen(t, () => {
    asked += 1
  })
  const { answers, sent } = await offer({
    targets: [{ url }],
    seconds: 0.2,
    pace: { perSecond: 200 },
  })
  t.same(answers, [])
  t.equal(sent, 40)
  t.ok(asked > 1, `${asked} arrived without an answer to any`)
})

t.test('answers that come within the grace count, those of the last moment too', async (t) => {
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

t.test('what is refused at the door is told as status 0', async (t) => {
  const url = await listen(t, (request) => request.socket.destroy())
  const { answers } = await offer({ targets: [{ url }], seconds: 0.05, pace: { inFlight: 1 } })
  t.ok(answers.length > 0)
  t.ok(answers.every(({ status }) => status === 0))
})

t.test('a process of its own makes the same offer, and tells what went wrong', async (t) => {
  const url = await listen(t, (_request, response) => response.end('ok'))
  const pace = { perSecond: 100 }
  const outcome = await offerFromAfar({ targets: [{ url }], seconds: 0.1, pace, graceSeconds: 30 })
  t.same(
    outcome.answers.map(({ status }) => status),
    Array(10).fill(200),
  )
  const nothing = offerFromAfar({ targets: [], seconds: 0.1, pace: { inFlight: 1 } })
  await t.rejects(nothing, { message: /there is nothing to ask for/ })
})
