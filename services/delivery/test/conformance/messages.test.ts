import t, { type Test } from '@vitrine/testing/t'
import { type Answer, field, openConnection } from './connection.js'
import { addRepresentations } from './representations.js'
import { messageOf, type Request } from './request.js'
import { checkRules } from './rules.js'
import { serve } from './server.js'

const port = await serve(t)
const representations = await addRepresentations(t, port)
const [small, , large] = representations
if (small === undefined || large === undefined) throw new Error('no representations')

const { target } = small
const host = 'Host: vitrine.test\r\n'
const health = messageOf({ target: '/api/v1/healthz' })

/** Raw bytes, and the expected answers (RFC 9112 unless another is named). */
type Exchange = {
  name: string
  bytes: string
  /** The methods of the requests in these bytes: the answer to a HEAD has no content. */
  methods?: readonly string[]
  statuses: readonly number[]
  isClosed: boolean
}

const get = (version: string, fields = '', to = target) =>
  `GET ${to} HTTP/${version}\r\n${fields}\r\n`
const plain: Exchange[] = [
  ['HTTP/1.1 keeps the connection (9.3)', get('1.1', host), [200], false],
  ['Connection: close ends it (9.6)', get('1.1', `${host}Connection: close\r\n`), [200], true],
  ['Connection: Close, in any case', get('1.1', `${host}Connection: Close\r\n`), [200], true],
  ['Connection: close among others', get('1.1', `${host}Connection: x, close\r\n`), [200], true],
  ['an error keeps the connection', get('1.1', host, '/none'), [404], false],
  ['HTTP/1.0 ends the connection (9.3)', get('1.0'), [200], true],
  ['HTTP/1.0 needs no Host (3.2)', get('1.0', '', '/none'), [404], true],
  ['HTTP/1.0 that asks to keep it', get('1.0', 'Connection: keep-alive\r\n'), [200], false],
  ['an empty line before the request (2.2)', `\r\n${get('1.1', host)}`, [200], false],
  ['two requests at once (9.3.2)', get('1.1', host).repeat(2), [200, 200], false],
  ['twenty at once', health.repeat(20), Array(20).fill(200), false],
  ['nothing after a close', get('1.1', `${host}Connection: close\r\n`) + health, [200], true],
  [
    'a field without a space after its colon (5)',
    get('1.1', 'Host:vitrine.test\r\n'),
    [200],
    false,
  ],
  ['spaces around a value (5)', get('1.1', 'Host: \t vitrine.test \t\r\n'), [200], false],
  ['a Host with a port (RFC 9110, 7.2)', get('1.1', 'Host: a.example:8080\r\n'), [200], false],
  ['a Host that is an IPv6 address', get('1.1', 'Host: [::1]:80\r\n'), [200], false],
  ['an empty Host (3.2)', get('1.1', 'Host:\r\n'), [200], false],
  ['no Host at all (3.2)', get('1.1'), [400], false],
  ['no Host, and no such path', get('1.1', '', '/none'), [400], false],
  ['two Hosts (3.2)', get('1.1', `${host}Host: other.test\r\n`), [400], false],
  ['two Hosts that are the same (3.2)', get('1.1', `${host}hOST: vitrine.test\r\n`), [400], false],
  ['two Hosts by HTTP/1.0', get('1.0', `${host}${host}`), [400], true],
  ['a Host with a path in it (3.2)', get('1.1', 'Host: a.example/x\r\n'), [400], false],
  ['a Host with a user in it (3.2)', get('1.1', 'Host: u@a.example\r\n'), [400], false],
  ['a Host that is a list (3.2)', get('1.1', 'Host: a.example, b.example\r\n'), [400], false],
  ['a whole URL as target (3.2.2)', get('1.1', host, `http://x.test${target}`), [200], false],
  ['one with https and a port', get('1.1', host, `https://x.test:8443${target}`), [200], false],
  ['a whole URL of an error', get('1.1', host, 'http://x.test/none?api_key=x'), [404], false],
  ['a whole URL without a path', get('1.1', host, 'http://x.test'), [404], false],
  ['a space before a colon (5.1)', get('1.1', `${host}Accept : */*\r\n`), [400], true],
  ['a field without a name', get('1.1', `${host}: x\r\n`), [400], true],
  ['a line that is no field', get('1.1', `${host}nonsense\r\n`), [400], true],
  ['a NUL in a value', get('1.1', `${host}Accept: a\0b\r\n`), [400], true],
  ['a bare CR in a value (2.2)', get('1.1', `${host}Accept: a\rb\r\n`), [400], true],
  ['invalid HTTP', 'NONSENSE\r\n\r\n', [400], true],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400], true],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400], true],
  ['HTTP/0.9', 'GET /api/v1/healthz\r\n\r\n', [400], true],
  ['a version that there is not', get('9.9', host), [400], true],
  ['a method that there is not', `BREW ${target} HTTP/1.1\r\n${host}\r\n`, [400], true],
  ['a method in small letters (9.1)', `get ${target} HTTP/1.1\r\n${host}\r\n`, [400], true],
  ['a target with a space in it (3)', get('1.1', host, `${target}?a=b c`), [400], true],
  ['a target without its slash', get('1.1', host, target.slice(1)), [400], true],
  ['headers beyond 16 KiB', get('1.1', `${host}X: ${'x'.repeat(20_000)}\r\n`), [431], true],
  ['many headers beyond 16 KiB', get('1.1', `${host}${'X: xxxx\r\n'.repeat(4000)}`), [431], true],
  ['a URL beyond 16 KiB', get('1.1', host, `${target}?${'x'.repeat(20_000)}`), [431], true],
  [
    'a long URL that is not beyond',
    get('1.1', host, `${target}?${'x'.repeat(8000)}`),
    [200],
    false,
  ],
  ['an answer before invalid HTTP (9.3.2)', `${health}NONSENSE\r\n\r\n`, [200, 400], true],
  [
    'an answer before headers that are too large',
    `${health}${get('1.1', `${host}X: ${'x'.repeat(20_000)}\r\n`)}`,
    [200, 431],
    true,
  ],
  [
    'a large image before invalid HTTP, complete',
    `${get('1.1', host, large.target)}NONSENSE\r\n\r\n`,
    [200, 400],
    true,
  ],
  [
    'several answers before invalid HTTP',
    `${get('1.1', host, large.target)}${get('1.1', host)}${health}NONSENSE\r\n\r\n`,
    [200, 200, 200, 400],
    true,
  ],
  ['a GET with content', `${get('1.1', `${host}Content-Length: 4\r\n`)}body`, [200], false],
  [
    'a GET with content in chunks',
    `${get('1.1', `${host}Transfer-Encoding: chunked\r\n`)}4\r\nbody\r\n0\r\n\r\n`,
    [200],
    false,
  ],
  [
    'content of a GET is not the next request',
    get('1.1', `${host}Content-Length: ${health.length}\r\n`) + health,
    [200],
    false,
  ],
  [
    'two lengths that differ (6.3)',
    get('1.1', `${host}Content-Length: 1\r\nContent-Length: 2\r\n`),
    [400],
    true,
  ],
  ['a length below nothing', get('1.1', `${host}Content-Length: -1\r\n`), [400], true],
  ['a length that is no number', get('1.1', `${host}Content-Length: 1x\r\n`), [400], true],
  [
    'a length and chunks: one of two servers would be fooled (6.1)',
    get('1.1', `${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`),
    [400],
    true,
  ],
  [
    'a coding after chunked (6.3)',
    get('1.1', `${host}Transfer-Encoding: chunked, identity\r\n`),
    [400],
    true,
  ],
  ['an Upgrade that is not made', get('1.1', `${host}Upgrade: x\r\n`), [200], false],
  [
    'an Upgrade to HTTP/2 that is not made',
    get(
      '1.1',
      `${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n`,
    ),
    [200],
    false,
  ],
  [
    'an unknown Expect (RFC 9110, 10.1.1)',
    get('1.1', `${host}Expect: the-unexpected\r\n`),
    [200],
    false,
  ],
  ['a target with a fragment (3.2)', get('1.1', host, `${target}#w=40`), [400], false],
].map(([name, bytes, statuses, isClosed]) => ({ name, bytes, statuses, isClosed })) as Exchange[]

const withHead: Exchange = {
  name: 'a HEAD between GETs',
  bytes: [
    { target },
    { target, method: 'HEAD' },
    { target: large.target, method: 'HEAD' },
    { target: '/none', method: 'HEAD' },
    { target, method: 'HEAD', fields: [['If-None-Match', '*']] as const },
    { target, method: 'OPTIONS' },
    { target },
  ]
    .map((request: Request) => messageOf(request))
    .join(''),
  methods: ['GET', 'HEAD', 'HEAD', 'HEAD', 'HEAD', 'OPTIONS', 'GET'],
  statuses: [200, 200, 200, 404, 304, 200, 200],
  isClosed: false,
}

for (const exchange of [...plain, withHead]) {
  await t.test(`${exchange.name}: ${exchange.statuses.join(', ')}`, async (t) => {
    const connection = await openConnection(port)
    t.teardown(connection.close)
    connection.write(exchange.bytes)
    const answers: Answer[] = []
    for (const [index, status] of exchange.statuses.entries()) {
      const method = exchange.methods?.[index] ?? 'GET'
      const answer = await connection.answer(method)
      t.equal(answer.status, status)
      t.equal(answer.version, '1.1', 'RFC 9112, 2.3: the version of the server')
      if (status < 400) checkRules(t, answer, { method, target })
      else checkParserError(t, answer, method)
      answers.push(answer)
    }
    const last = answers.at(-1)
    t.equal(last && field(last, 'connection') === 'close', exchange.isClosed, 'Connection')
    if (exchange.isClosed) {
      t.equal(await connection.rest(), '', 'nothing comes after it')
    } else {
      connection.write(health)
      t.equal((await connection.answer('GET')).status, 200, 'the connection goes on')
    }
    if (exchange.bytes.includes(`${large.target} `) && exchange.methods === undefined) {
      t.ok(answers[0]?.content.equals(large.bytes), 'the image is complete')
    }
  })
}

/** A request without a target has no path to report. */
function checkParserError(t: Test, answer: Answer, method: string): void {
  t.match(field(answer, 'date'), / GMT$/, 'RFC 9110, 6.6.1: Date')
  t.equal(field(answer, 'cache-control'), 'no-store')
  t.equal(field(answer, 'content-type'), 'application/json; charset=utf-8')
  t.equal(field(answer, 'x-content-type-options'), 'nosniff')
  t.match(field(answer, 'content-security-policy'), /^default-src 'none'/)
  if (method === 'HEAD') return
  t.equal(field(answer, 'content-length'), String(answer.content.length))
  const body = JSON.parse(answer.content.toString())
  t.match(body, { status: answer.status, code: /^[A-Z_]+$/, message: /./, error: /./ })
  t.equal(body.requestId, field(answer, 'x-request-id'))
  t.match(body.path, /^$|^\/[^?#]*$/, 'a path, without host and query')
}

await t.test('Expect: 100-continue gets a 100 before the content is sent', async (t) => {
  const connection = await openConnection(port)
  t.teardown(connection.close)
  const fields = [
    ['Expect', '100-continue'],
    ['Content-Length', '4'],
  ] as const
  connection.write(messageOf({ target, fields }))
  const answer = await connection.answer('GET')
  t.same(answer.interim, [100])
  t.equal(answer.status, 200)
  connection.write(`body${health}`)
  t.equal((await connection.answer('GET')).status, 200)
})

await t.test('malformed content closes the connection, with one answer at most', async (t) => {
  for (const method of ['GET', 'POST']) {
    const connection = await openConnection(port)
    t.teardown(connection.close)
    const fields = [['Transfer-Encoding', 'chunked']] as const
    connection.write(messageOf({ method, target, fields, content: 'zz\r\n' }) + health)
    const answers = await connection.rest()
    t.ok((answers.match(/HTTP\/1\.1 \d{3} /g) ?? []).length <= 1, answers.slice(0, 200))
  }
})

await t.test('a request may come byte by byte', async (t) => {
  const connection = await openConnection(port)
  t.teardown(connection.close)
  for (const byte of messageOf({ target })) connection.write(byte)
  t.ok((await connection.answer('GET')).content.equals(small.bytes))
})
