import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t from '@vitrine/testing/t'
import { build, listen } from '../build.js'
import { createScene } from '../scene.js'

const { app, owner, project } = await createScene(t)

const expected = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

t.test('every answer has headers against framing, sniffing, sharing and caching', async (t) => {
  const json = { 'content-type': 'application/json' }
  const cutOff = await build(t, { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' })
  const base = `/api/projects/${project.id}`
  const widgets = `${base}/widgets`
  const table = [
    [200, await owner.get(base)],
    [200, await owner.get('/healthz')],
    [200, await owner.send({ method: 'HEAD', url: base })],
    [201, await owner.post(`${base}/api-keys`, { name: 'Key' })],
    [400, await owner.send({ method: 'POST', url: widgets, headers: json, payload: '{"' })],
    [400, await owner.get('/api/%zz')],
    [401, await app.inject(base)],
    [404, await owner.get('/nothing')],
    [404, await owner.get(`/api/${'x'.repeat(5000)}`)],
    [405, await owner.send({ method: 'PATCH', url: base })],
    [413, await owner.post(widgets, { name: 'x'.repeat(1024 * 1024) })],
    [415, await owner.send({ method: 'POST', url: widgets, payload: '{}' })],
    [503, await cutOff.inject('/readyz')],
  ] as const
  for (const [status, { statusCode, headers }] of table) {
    t.equal(statusCode, status)
    for (const [name, value] of Object.entries(expected)) {
      t.equal(headers[name], value, `${status}: ${name}`)
    }
    t.notOk(headers['x-powered-by'])
    t.notOk(headers.server)
    t.notOk(headers['access-control-allow-origin'])
  }
})

t.test('requests rejected by the HTTP parser get the same headers', async (t) => {
  const address = await listen(app)
  for (const bytes of ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    const [head = ''] = (await text(socket)).toLowerCase().split('\r\n\r\n')
    for (const [name, value] of Object.entries(expected)) {
      t.match(head, `${name}: ${value}`)
    }
  }
})

t.test('the documentation page loads only its own resources', async (t) => {
  // Over a socket: the page is not in the OpenAPI document, which validates injected calls.
  const address = await listen(app)
  const page = await fetch(`${address}/api/docs/`)
  t.equal(page.status, 200)
  t.match(page.headers.get('content-type'), 'text/html')
  const policy = String(page.headers.get('content-security-policy'))
  for (const part of ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"]) {
    t.match(policy, part)
  }
  const html = await page.text()
  t.notMatch(html, /<script>|onload=|https?:/)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
  t.ok(files.length >= 4)
  for (const file of files) {
    const response = await fetch(new URL(file, `${address}/api/docs/`))
    t.equal(response.status, 200, file)
    // Consumes the answer: closing the server waits for unread answers.
    await response.arrayBuffer()
  }
  const initializer = await fetch(`${address}/api/docs/static/swagger-initializer.js`)
  const script = await initializer.text()
  t.match(
    script,
    /\/api\/openapi\.json[\s\S]*\/api\/v1\/openapi\.json/,
    'both APIs, this one first',
  )
  t.notMatch(
    script,
    /https?:\/\/(?!stackoverflow)|validatorUrl: "/,
    'nothing is loaded from other origins',
  )
  const document = async (path: string) => (await fetch(address + path)).json()
  t.same(await document('/api/docs/json'), await document('/api/openapi.json'))
})
