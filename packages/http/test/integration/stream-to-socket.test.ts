import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from '@vitrine/testing/t'
import { answerRoute, type ByteStream, createApp } from '../../src/index.js'

const pieceBytes = 64 * 1024

/** The response of a server that streams this body. */
async function request(t: Test, length: number, body: ByteStream): Promise<IncomingMessage> {
  const app = createApp({ logLevel: 'silent' })
  t.teardown(() => app.close())
  const headers = { 'content-length': String(length), 'x-own': 'one' }
  answerRoute(app, '/', {
    schema: {},
    openapi: {},
    admit: () => undefined,
    answer: () => ({ head: { status: 206, headers }, body }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  return answer
}

t.test('chunks that share one buffer arrive intact with a slow client', async (t) => {
  const count = 300
  const one = Buffer.alloc(pieceBytes)
  const answer = await request(t, count * pieceBytes, async (send) => {
    for (let i = 0; i < count; i += 1) await send(one.fill(i % 251))
  })
  t.equal(answer.statusCode, 206)
  t.match(answer.headers, { 'x-own': 'one', 'content-length': String(count * pieceBytes) })
  const wanted = Array.from({ length: count }, (_, i) => Buffer.alloc(pieceBytes, i % 251))
  t.ok(Buffer.concat(wanted).equals(await buffer(answer)))
})

t.test('the stream gets an error if the client disconnects', async (t) => {
  let resolve: (error: unknown) => void = () => undefined
  const promise = new Promise((settle) => {
    resolve = settle
  })
  const answer = await request(t, 1e12, async (send) => {
    try {
      for (;;) await send(Buffer.alloc(pieceBytes))
    } catch (error) {
      resolve(error)
      throw error
    }
  })
  answer.on('error', () => undefined).destroy()
  t.type(await promise, Error)
})

t.test('an incomplete answer cannot be mistaken for a complete one', async (t) => {
  const answer = await request(t, 2 * pieceBytes, async (send) => {
    await send(Buffer.alloc(pieceBytes))
    throw new Error('the disk fails')
  })
  t.equal(answer.statusCode, 206)
  await t.rejects(buffer(answer), { code: 'ECONNRESET' })
})

t.test('a failure before the first chunk gets a separate answer', async (t) => {
  const answer = await request(t, pieceBytes, () => Promise.reject(new Error('the disk fails')))
  t.equal(answer.statusCode, 500)
  t.match(JSON.parse(String(await buffer(answer))), { code: 'INTERNAL' })
})

t.test('an empty stream is a complete answer', async (t) => {
  const answer = await request(t, 0, async () => undefined)
  t.equal(answer.statusCode, 206)
  t.equal((await buffer(answer)).length, 0)
})
