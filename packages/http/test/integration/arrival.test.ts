import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from '@vitrine/testing/t'
import type { ArrivalLimits } from '../../src/index.js'
import { build } from './app.js'

/** Resolves only if the server closes the connection. */
async function exchange(t: Test, limits: Partial<ArrivalLimits>, bytes: string): Promise<string> {
  const { app } = await build(t, undefined, limits)
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

const head = (target: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const bodyOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '')

t.test(
  'a body that stops arriving is a 408 with its path, and closes the connection',
  async (t) => {
    for (const target of ['/things?x=1', '/large']) {
      const answer = await exchange(
        t,
        { silenceMs: 50, totalMs: 600_000 },
        `${head(target, 100)}{"`,
      )
      t.match(answer, /^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/)
      const body = { status: 408, code: 'REQUEST_TIMEOUT', path: target.split('?')[0] }
      t.match(bodyOf(answer), {
        ...body,
        message: /^No byte of the body arrived for 0\.05 seconds/,
      })
    }
  },
)

t.test('a body without the exemption for large ones has a total time limit', async (t) => {
  const limits = { silenceMs: 600_000, totalMs: 50 }
  const answer = await exchange(t, limits, `${head('/things', 100)}{"`)
  t.match(bodyOf(answer), { status: 408, path: '/things', message: /^The body took longer than/ })
})

t.test('an unread body does not keep its connection open', async (t) => {
  const answer = await exchange(t, { silenceMs: 50 }, `${head('/nothing', 100)}{"`)
  t.match(answer, /^HTTP\/1\.1 404 /)
})

t.test('headers have a separate limit', async (t) => {
  const limits = { headersMs: 50, silenceMs: 600_000, totalMs: 600_000 }
  const answer = await exchange(t, limits, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX')
  t.match(bodyOf(answer), { status: 408, message: /^The request headers took too long/ })
})

t.test('connections beyond the limit are closed', async (t) => {
  const { app } = await build(t, undefined, { connections: 1 })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const first = connect(port, '127.0.0.1')
  t.teardown(() => first.destroy())
  const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n'
  first.write(`${request}\r\n`)
  await once(first, 'data')
  const second = connect(port, '127.0.0.1')
  second.on('error', () => undefined)
  t.teardown(() => second.destroy())
  await once(second, 'close')
  first.write(`${request}Connection: close\r\n\r\n`)
  t.match(await text(first), /^HTTP\/1\.1 200 /, 'the first one goes on')
})

t.test('a client that leaves within its body is not an error of the service', async (t) => {
  const { app, lines } = await build(t)
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(`${head('/things', 100)}{"`)
  const [request] = await once(app.server, 'request')
  socket.destroy()
  await once(request, 'error')
  const logged = lines.map((line) => JSON.parse(line) as { level: number })
  t.same(
    logged.filter(({ level }) => level > 30),
    [],
  )
})
