import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { type Pour, sendPoured } from '../../src/plugins/pour.js'
import { deferred } from '../deferred.js'

const pieceBytes = 64 * 1024

/** The answer to whoever asks a server that sends what is poured. */
async function ask(t: Test, length: number, pour: Pour): Promise<IncomingMessage> {
  const app = Fastify()
  t.teardown(() => app.close())
  app.get('/', (_request, reply) =>
    sendPoured(reply.code(206).headers({ 'content-length': length, 'x-own': 'one' }), pour),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  return answer
}

t.test(
  'pieces that take each other’s place arrive as they were, however slow the client',
  async (t) => {
    const count = 300
    const one = Buffer.alloc(pieceBytes)
    const answer = await ask(t, count * pieceBytes, async (send) => {
      for (let i = 0; i < count; i += 1) await send(one.fill(i % 251))
    })
    t.equal(answer.statusCode, 206)
    t.match(answer.headers, { 'x-own': 'one', 'content-length': String(count * pieceBytes) })
    const wanted = Array.from({ length: count }, (_, i) => Buffer.alloc(pieceBytes, i % 251))
    t.ok(Buffer.concat(wanted).equals(await buffer(answer)))
  },
)

t.test('when the client leaves, whoever pours is told', async (t) => {
  const poured = deferred<unknown>()
  const answer = await ask(t, 1e12, async (send) => {
    try {
      for (;;) await send(Buffer.alloc(pieceBytes))
    } catch (error) {
      poured.resolve(error)
      throw error
    }
  })
  answer.on('error', () => undefined).destroy()
  t.type(await poured.promise, Error)
})

t.test('an answer that breaks off is not taken for the whole', async (t) => {
  const answer = await ask(t, 2 * pieceBytes, async (send) => {
    await send(Buffer.alloc(pieceBytes))
    throw new Error('the disk fails')
  })
  t.equal(answer.statusCode, 206)
  await t.rejects(buffer(answer), { code: 'ECONNRESET' })
})

t.test('what fails before the first piece is an answer of its own', async (t) => {
  const answer = await ask(t, pieceBytes, () => Promise.reject(new Error('the disk fails')))
  t.equal(answer.statusCode, 500)
  t.match(await buffer(answer), /the disk fails/)
})
