import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from '@vitrine/testing/t'
import { build } from './app.js'

/** Sends these bytes and returns everything received until the server closes the connection. */
async function exchange(t: Test, port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

async function listen(t: Test): Promise<number> {
  const { app } = await build(t)
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

const last = 'Connection: close\r\n\r\n'
const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const bodyOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '')

t.test('a target may be an absolute URL, of which errors contain only the path', async (t) => {
  const port = await listen(t)
  const table = [
    ['http://a.example/nothing?api_key=canary', '/nothing'],
    ['https://user@a.example:8443/nothing', '/nothing'],
    ['http://a.example', '/'],
    ['http://a.example?x=/y', '/'],
    ['/nothing?x=http://a.example/', '/nothing'],
  ] as const
  for (const [target, path] of table) {
    const answer = await exchange(t, port, `GET ${target} HTTP/1.1\r\nHost: a\r\n${last}`)
    t.match(bodyOf(answer), { status: 404, path }, target)
  }
  const fine = await exchange(t, port, `GET http://a/healthz HTTP/1.1\r\nHost: a\r\n${last}`)
  t.same(statusesOf(fine), [200])
})

t.test('an error has no header field of the answer that it replaces', async (t) => {
  const { app } = await build(t)
  const { statusCode, headers } = await app.inject('/lost')
  t.equal(statusCode, 503)
  for (const name of ['etag', 'content-disposition']) t.equal(headers[name], undefined, name)
})
