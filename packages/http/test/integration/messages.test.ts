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

t.test(
  'a message without exactly one valid Host is rejected with the error body of the contract',
  async (t) => {
    const port = await listen(t)
    const table = [
      ['HTTP/1.1', 'Host: a.example\r\n', 200],
      ['HTTP/1.1', 'Host: a.example:80\r\n', 200],
      ['HTTP/1.1', 'Host: [::1]:80\r\n', 200],
      ['HTTP/1.1', 'Host:\r\n', 200],
      ['HTTP/1.0', '', 200],
      ['HTTP/1.1', '', 400],
      ['HTTP/1.1', 'Host: a\r\nHost: a\r\n', 400],
      ['HTTP/1.0', 'Host: a\r\nhost: b\r\n', 400],
      ['HTTP/1.1', 'Host: a/b\r\n', 400],
      ['HTTP/1.1', 'Host: a, b\r\n', 400],
    ] as const
    for (const [version, fields, status] of table) {
      const answer = await exchange(t, port, `GET /healthz ${version}\r\n${fields}${last}`)
      t.same(statusesOf(answer), [status], fields)
      if (status === 400) t.match(bodyOf(answer), { code: 'MALFORMED_REQUEST', path: '/healthz' })
    }
  },
)

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

t.test('a target with a fragment is rejected, an unknown Expect is not', async (t) => {
  const port = await listen(t)
  const fragment = await exchange(t, port, `GET /healthz#x HTTP/1.1\r\nHost: a\r\n${last}`)
  t.match(bodyOf(fragment), { code: 'MALFORMED_REQUEST', path: '/healthz' })
  const expecting = `GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: more\r\n${last}`
  t.same(statusesOf(await exchange(t, port, expecting)), [200])
})

t.test('invalid HTTP is rejected after the earlier answers, with a Date', async (t) => {
  const port = await listen(t)
  const long = 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n'
  const answers = await exchange(t, port, `${long}${long}NONSENSE\r\n\r\n`)
  t.same(statusesOf(answers), [200, 200, 400])
  t.equal(answers.match(/x{4000000}/g)?.length, 2, 'whole')
  const [, refusal = ''] = answers.split(/(?=HTTP\/1\.1 400)/)
  t.match(refusal, /\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/)
})

t.test('a request with malformed content is rejected', async (t) => {
  const port = await listen(t)
  const head = 'POST /things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n'
  const answer = await exchange(t, port, `${head}Content-Type: application/json\r\n\r\nzz\r\n`)
  t.same(statusesOf(answer), [400])
})

t.test('a request gets one answer if its content breaks before or after it', async (t) => {
  const port = await listen(t)
  for (const target of ['/healthz', '/nothing', '/long']) {
    const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
    t.equal(statusesOf(await exchange(t, port, `${head}zz\r\n`)).length, 1, target)
  }
})

t.test('nothing is answered after a request that closes the connection', async (t) => {
  const port = await listen(t)
  for (const [target, status] of [
    ['/long', 200],
    ['/nothing', 404],
  ] as const) {
    const final = `GET ${target} HTTP/1.1\r\nHost: a\r\n${last}`
    for (const more of ['GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 'NONSENSE\r\n\r\n']) {
      const answers = await exchange(t, port, `${final}${more}`)
      t.same(statusesOf(answers), [status])
      t.match(answers, status === 200 ? /\r\n\r\nx{4000000}$/ : /\r\n\r\n\{.*\}$/, 'whole')
    }
  }
})

t.test('a 304 to a HEAD has no Content-Length', async (t) => {
  const { app } = await build(t)
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: '/kept' })
    t.equal(statusCode, 304)
    t.equal(headers['content-length'], undefined, method)
    t.equal(headers.etag, '"1"')
  }
})

t.test('an error has no header field of the answer that it replaces', async (t) => {
  const { app } = await build(t)
  const { statusCode, headers } = await app.inject('/lost')
  t.equal(statusCode, 503)
  for (const name of ['etag', 'content-disposition']) t.equal(headers[name], undefined, name)
})
