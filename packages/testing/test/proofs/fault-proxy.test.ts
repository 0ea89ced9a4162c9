import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import t, { type Test } from '@vitrine/testing/t'
import { createFaultProxy } from '../../src/fault-proxy/fault-proxy.js'
import { listening } from '../../src/listening.js'

/** A server behind a proxy, and a client. */
async function link(t: Test) {
  const server = createServer({ allowHalfOpen: true })
  const port = await listening(t, server)
  const proxy = await createFaultProxy({ target: { host: '127.0.0.1', port } })
  const clients: Socket[] = []
  t.teardown(async () => {
    for (const client of clients) client.destroy()
    await proxy.close()
  })
  const dial = () => {
    const client = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
    clients.push(client)
    return client
  }
  /** Both ends of a new connection through the proxy. */
  const open = async () => {
    const client = dial()
    const [[socket]] = (await Promise.all([
      once(server, 'connection'),
      once(client, 'connect'),
    ])) as [[Socket], unknown]
    return { client, server: socket }
  }
  return { proxy, dial, open }
}

/** Reads until this much text has arrived and nothing more is on the way. */
async function read(socket: Socket, length: number): Promise<string> {
  let bytes = ''
  while (bytes.length < length) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    bytes += chunk
  }
  return bytes
}

const errorOf = async (socket: Socket) =>
  ((await once(socket, 'error')) as [NodeJS.ErrnoException])[0].code

t.test('without a fault it passes bytes and the end of a stream in both directions', async (t) => {
  const { open } = await link(t)
  const { client, server } = await open()
  const ended = Promise.all([once(server, 'end'), once(client, 'end')])
  client.end('question')
  t.equal(await read(server, 8), 'question')
  server.end('answer')
  t.equal(await read(client, 6), 'answer')
  await ended
})

t.test('delayed bytes arrive late and in order', async (t) => {
  const { proxy, open } = await link(t)
  const { client, server } = await open()
  proxy.set({ kind: 'delay', ms: 40, jitterMs: 40, direction: 'toServer' })
  const start = performance.now()
  for (const word of ['a', 'b', 'c', 'd']) client.write(word)
  t.equal(await read(server, 4), 'abcd')
  t.ok(performance.now() - start >= 39)
})

t.test('a cut link resets its connections, also new ones, until the fault ends', async (t) => {
  const { proxy, dial, open } = await link(t)
  const { client } = await open()
  const broken = errorOf(client)
  proxy.set({ kind: 'cut' })
  t.equal(await broken, 'ECONNRESET')
  t.equal(await errorOf(dial()), 'ECONNRESET')
  proxy.set({ kind: 'none' })
  const again = await open()
  again.client.write('hello')
  t.equal(await read(again.server, 5), 'hello')
})

for (const [direction, other] of [
  ['toServer', 'toClient'],
  ['toClient', 'toServer'],
] as const) {
  t.test(
    `half open ${direction}: bytes in this direction are dropped, the others pass`,
    async (t) => {
      const { proxy, open } = await link(t)
      const { client, server } = await open()
      const ends = { toServer: [client, server], toClient: [server, client] } as const
      const fault = { kind: 'swallow', direction } as const
      const swallowed = proxy.trap({ direction, text: 'lost', fault })
      const [from, to] = ends[direction]
      from.write('lost')
      await swallowed
      to.on('data', () => t.fail('swallowed bytes came through'))
      const [back, arrival] = ends[other]
      back.write('kept')
      t.equal(await read(arrival, 4), 'kept')
      const broken = errorOf(client)
      proxy.set({ kind: 'none' })
      t.equal(await broken, 'ECONNRESET', 'a stream with a hole in it does not go on')
    },
  )
}

t.test('half open in both directions: a connection is accepted and never answered', async (t) => {
  const { proxy, dial } = await link(t)
  proxy.set({ kind: 'swallow' })
  const fault = { kind: 'swallow' } as const
  const swallowed = proxy.trap({ direction: 'toServer', text: 'anyone?', fault })
  const client = dial()
  client.write('anyone?')
  await swallowed
  const broken = errorOf(client)
  proxy.set({ kind: 'none' })
  t.equal(await broken, 'ECONNRESET')
})

t.test('half open: a close is not passed on until the fault ends', async (t) => {
  const { proxy, open } = await link(t)
  const { client, server } = await open()
  proxy.set({ kind: 'swallow' })
  client.resetAndDestroy()
  // A later byte on the same link shows that there was time to pass it on.
  const later = await open()
  later.server.write('x')
  t.equal(server.destroyed, false)
  const broken = errorOf(server)
  proxy.set({ kind: 'none' })
  t.equal(await broken, 'ECONNRESET')
})

t.test('a held link passes its bytes when the fault ends', async (t) => {
  const { proxy, open } = await link(t)
  const { client, server } = await open()
  proxy.set({ kind: 'hold', direction: 'toServer' })
  client.write('first ')
  server.write('held back')
  t.equal(await read(client, 9), 'held back')
  t.equal(server.bytesRead, 0)
  client.write('second')
  proxy.set({ kind: 'none' })
  t.equal(await read(server, 12), 'first second')
})

t.test('a link can break in the middle of a message', async (t) => {
  const { proxy, open } = await link(t)
  const { client, server } = await open()
  proxy.set({ kind: 'cut-after', bytes: 3, direction: 'toServer' })
  const [bytes] = await Promise.all([read(server, 3), errorOf(client), client.write('abcdef')])
  t.equal(bytes, 'abc')
})

t.test(
  'a trap starts its fault at a text, and the fault applies to the text as well',
  async (t) => {
    const { proxy, open } = await link(t)
    const { client, server } = await open()
    const fault = { kind: 'hold', direction: 'toServer' } as const
    const sprung = proxy.trap({ direction: 'toServer', text: 'COMMIT', fault })
    client.write('BEGIN;')
    t.equal(await read(server, 6), 'BEGIN;')
    client.write('COMMIT;')
    await sprung
    t.equal(server.bytesRead, 6)
    proxy.set({ kind: 'none' })
    t.equal(await read(server, 7), 'COMMIT;')
  },
)

t.test('an aborted trap starts no fault', async (t) => {
  const { proxy, open } = await link(t)
  const { client, server } = await open()
  const calledOff = new AbortController()
  const trap = { direction: 'toServer', text: 'x', fault: { kind: 'cut' } } as const
  const waiting = proxy.trap(trap, calledOff.signal)
  calledOff.abort()
  await t.rejects(waiting, { message: '"x" was not seen toServer' })
  client.write('x')
  t.equal(await read(server, 1), 'x')
})
