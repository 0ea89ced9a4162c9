import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { securityHeaders } from '@vitrine/http'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { listen } from '../../src/router/listen.js'
import type { Upstream } from '../../src/router/proxy.js'
import { createRouter } from '../../src/router/router.js'

const deadReplica = { name: 'dead', url: 'http://127.0.0.1:1' }

const home = async () => ({ html: '<!doctype html><p>Home</p>', policy: "default-src 'self'" })

/** A router in front of replicas with the given handlers. */
async function build(
  t: Test,
  delivery: RequestListener[],
  extra: Upstream[] = [],
  site: string | null = null,
) {
  const replicas = [...extra]
  for (const [index, handler] of delivery.entries()) {
    const port = await listening(t, createServer(handler))
    replicas.push({ name: `delivery-${index + 1}`, url: `http://127.0.0.1:${port}` })
  }
  const upstreams = { 'management-api': replicas, delivery: replicas }
  const view = { upstreams: () => upstreams, home, site: () => site }
  const router = await listen(createRouter(view), 0)
  t.teardown(router.close)
  return { port: router.port, base: `http://127.0.0.1:${router.port}` }
}

/** Sends a raw request, so that nothing is normalized. */
async function exchange(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nHost: shop.example\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

const tellRequest: RequestListener = (request, response) => {
  response.end(JSON.stringify({ url: request.url, headers: request.headers }))
}

t.test('a path is forwarded byte for byte', async (t) => {
  const { port } = await build(t, [tellRequest])
  for (const path of ['/api/v1/a/../b', '/api/v1//%2e%2E/%', '/api/v1/w?a=%20&&b=+#x']) {
    t.match(await exchange(port, `GET ${path} HTTP/1.1`), `"url":${JSON.stringify(path)}`)
  }
})

t.test('the service gets the client’s address, which the client cannot forge', async (t) => {
  const { port } = await build(t, [tellRequest])
  const answer = await exchange(
    port,
    'GET /api/v1/x HTTP/1.1\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\nTE: trailers',
  )
  t.match(answer, '"x-forwarded-for":"127.0.0.1"')
  t.match(answer, '"x-forwarded-proto":"http"')
  t.match(answer, '"x-forwarded-host":"shop.example"')
  t.match(answer, '"host":"shop.example"')
  t.notMatch(answer, '"te"')
})

t.test('status, repeated headers and their spelling are returned unchanged', async (t) => {
  const { port } = await build(t, [
    (_, response) => {
      response.writeHead(418, 'Teapot', ['X-Spelled-So', '1', 'Set-Cookie', 'a', 'Set-Cookie', 'b'])
      response.end('short and stout')
    },
  ])
  const answer = await exchange(port, 'GET /api/v1/x HTTP/1.1')
  t.match(answer, 'HTTP/1.1 418 Teapot\r\nX-Spelled-So: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n')
})

t.test('a HEAD and a 304 keep their Content-Length', async (t) => {
  const { port } = await build(t, [
    (request, response) => {
      response.writeHead(request.method === 'HEAD' ? 200 : 304, {
        'Content-Length': 1234,
        ETag: 'e',
      })
      response.end()
    },
  ])
  t.match(
    await exchange(port, 'HEAD /api/v1/x HTTP/1.1'),
    /200 OK[\s\S]*Content-Length: 1234[\s\S]*\r\n\r\n$/,
  )
  t.match(
    await exchange(port, 'GET /api/v1/x HTTP/1.1'),
    /304 Not[\s\S]*Content-Length: 1234[\s\S]*\r\n\r\n$/,
  )
})

t.test('both bodies are streamed: an echo responds before the request has ended', async (t) => {
  const { port } = await build(t, [(request, response) => void request.pipe(response)])
  const upload = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/echo' })
  upload.write('first ')
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  const [chunk] = await once(answer, 'data')
  t.equal(String(chunk), 'first ')
  upload.end('second')
  t.equal(await text(answer), 'second')
})

t.test('a DELETE with a body of unknown length is forwarded completely', async (t) => {
  const { port } = await build(t, [(request, response) => void request.pipe(response)])
  const chunked = 'DELETE /api/x HTTP/1.1\r\nTransfer-Encoding: chunked'
  const socket = connect(port, '127.0.0.1')
  socket.write(`${chunked}\r\nHost: a\r\nConnection: close\r\n\r\n4\r\nbody\r\n0\r\n\r\n`)
  t.match(await text(socket), '4\r\nbody\r\n0\r\n\r\n')
})

t.test('a PUT without a body is forwarded without one', async (t) => {
  const { port } = await build(t, [tellRequest])
  const answer = await exchange(port, 'PUT /api/x HTTP/1.1')
  t.match(answer, '"content-length":"0"')
  t.notMatch(answer, 'transfer-encoding')
})

t.test('a connection to a service is reused for the next request', async (t) => {
  const ports = new Set<number | undefined>()
  const { base } = await build(t, [
    (request, response) => {
      ports.add(request.socket.remotePort)
      response.end('ok')
    },
  ])
  for (let turn = 0; turn < 5; turn++) await (await fetch(`${base}/api/x`)).text()
  t.equal(ports.size, 1)
})

t.test('replicas take turns, and a dead one is skipped', async (t) => {
  const handlers = ['a', 'b'].map(
    (name): RequestListener =>
      (_, response) =>
        response.end(name),
  )
  const { base } = await build(t, handlers, [deadReplica])
  const answers = new Set<string>()
  for (let turn = 0; turn < 6; turn++) {
    const response = await fetch(`${base}/api/v1/x`)
    t.equal(response.status, 200)
    answers.add(await response.text())
  }
  t.same([...answers].sort(), ['a', 'b'])
})

t.test('a write skips an unreachable replica', async (t) => {
  const echo: RequestListener = (request, response) => void request.pipe(response)
  const { base } = await build(t, [echo], [deadReplica])
  for (const turn of ['first', 'second']) {
    const response = await fetch(`${base}/api/x`, { method: 'POST', body: turn })
    t.equal(await response.text(), turn)
  }
})

t.test('a keep-alive connection closed by the service fails no request', async (t) => {
  const sockets = new Set<IncomingMessage['socket']>()
  const { base } = await build(t, [
    (request, response) => {
      sockets.add(request.socket)
      request.pipe(response)
    },
  ])
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'GET']) {
    const response = await fetch(`${base}/api/x`, { method })
    await response.text()
    t.equal(response.status, 200, method)
    // Closed as a service closes idle connections; the router has not read the close yet.
    for (const socket of sockets) socket.destroy()
  }
})

t.test('a response sent before the end of the body reaches the client', async (t) => {
  const { base } = await build(t, [
    (_, response) => response.writeHead(413, { Connection: 'close' }).end('too large'),
  ])
  for (const { megabytes, turns } of [
    { megabytes: 3, turns: 20 },
    { megabytes: 30, turns: 3 },
  ]) {
    const body = Buffer.alloc(megabytes * 2 ** 20)
    for (let turn = 0; turn < turns; turn++) {
      const response = await fetch(`${base}/api/x`, { method: 'PUT', body })
      t.equal(response.status, 413)
      t.equal(await response.text(), 'too large')
    }
  }
})

t.test('after such a response the connection is closed if the client asked for that', async (t) => {
  const { port } = await build(t, [
    (_, response) => response.writeHead(413, { Connection: 'close' }).end('too large'),
  ])
  const body = Buffer.alloc(8 * 2 ** 20)
  const head = `PUT /api/x HTTP/1.1\r\nContent-Length: ${body.length}`
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const answer = text(socket)
  socket.write(body)
  t.match(await answer, /^HTTP\/1.1 413 [\s\S]*too large/)
})

t.test('a write is not retried on another replica', async (t) => {
  let writes = 0
  const cut: RequestListener = (request) => {
    writes++
    request.socket.destroy()
  }
  const { base } = await build(t, [cut, cut])
  const response = await fetch(`${base}/api/x`, { method: 'POST', body: 'a widget' })
  t.equal(response.status, 503)
  t.equal(writes, 1)
})

t.test('without any replica the response is a 503 in the contract’s shape', async (t) => {
  const { base } = await build(t, [], [deadReplica])
  const response = await fetch(`${base}/api/v1/x?q=1`)
  t.equal(response.status, 503)
  t.equal(response.headers.get('retry-after'), '1')
  const body = (await response.json()) as Record<string, unknown>
  t.match(body, {
    status: 503,
    error: 'Service Unavailable',
    code: 'NOT_READY',
    path: '/api/v1/x',
    timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    requestId: response.headers.get('x-request-id'),
  })
})

t.test('the router’s own answers have the security headers of the services', async (t) => {
  const { base } = await build(t, [])
  for (const path of ['/', '/nowhere', '/healthz', '/readyz', '/api', '/api/v1/x']) {
    const { headers } = await fetch(base + path, { redirect: 'manual' })
    for (const name of Object.keys(securityHeaders)) t.ok(headers.get(name), `${name} of ${path}`)
  }
})

t.test('an unknown path is a 404 in the contract’s shape', async (t) => {
  const { base } = await build(t, [tellRequest])
  const response = await fetch(`${base}/favicon.ico`)
  t.match(await response.json(), { status: 404, error: 'Not Found', code: 'ROUTE_NOT_FOUND' })
  const head = await fetch(`${base}/favicon.ico`, { method: 'HEAD' })
  t.equal(head.status, 404)
})

t.test('a client that disconnects aborts the request upstream', async (t) => {
  let onLeave: () => void = () => undefined
  const hasLeft = new Promise<void>((resolve) => {
    onLeave = resolve
  })
  const { port } = await build(t, [
    (_, response) => {
      response.write('slow')
      response.once('close', onLeave)
    },
  ])
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/v1/x HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  socket.destroy()
  await hasLeft
  t.pass('the upstream response was closed')
})

t.test('a response truncated upstream is truncated for the client', async (t) => {
  const { base } = await build(t, [
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 })
      response.write('half', () => response.destroy())
    },
  ])
  const response = await fetch(`${base}/api/v1/x`)
  await t.rejects(response.text())
})

t.test('the stack is ready once every service is', async (t) => {
  let isReady = false
  const handler: RequestListener = (_, response) => response.writeHead(isReady ? 200 : 503).end()
  const { base } = await build(t, [handler])
  for (const path of ['/readyz', '/api/v1/readyz']) {
    isReady = false
    const refused = await fetch(base + path)
    t.equal(refused.status, 503)
    t.match(await refused.json(), { details: [{ field: 'delivery-1' }, { field: 'delivery-1' }] })
    isReady = true
    const ready = { status: 'ready', checks: { 'delivery-1': 'up' } }
    t.same(await (await fetch(base + path)).json(), ready)
  }
  t.equal((await fetch(`${base}/healthz`)).status, 200)
})

t.test('the router’s own paths accept only GET and HEAD', async (t) => {
  const { port } = await build(t, [tellRequest])
  for (const path of ['/', '/api', '/demo', '/healthz', '/readyz', '/api/v1/readyz']) {
    for (const method of ['TRACE', 'POST', 'OPTIONS', 'DELETE']) {
      const answer = await exchange(port, `${method} ${path} HTTP/1.1`)
      t.match(answer, 'HTTP/1.1 405 Method Not Allowed', `${method} ${path}`)
      t.match(answer, '\r\nAllow: GET, HEAD\r\n')
      t.match(answer, '"code":"METHOD_NOT_ALLOWED"')
    }
  }
})

t.test('the base paths of the APIs redirect to their documentation', async (t) => {
  const { base } = await build(t, [tellRequest])
  for (const path of ['/api', '/api/', '/api/v1', '/api/v1/?x']) {
    const answer = await fetch(base + path, { redirect: 'manual' })
    t.equal(answer.status, 302, path)
    t.equal(answer.headers.get('location'), '/api/docs', path)
  }
})

t.test('idle client connections have the same timeout as those of the services', async (t) => {
  const { base } = await build(t, [tellRequest])
  const { headers } = await fetch(`${base}/api/x`)
  t.equal(headers.get('keep-alive'), 'timeout=65')
})

t.test('malformed HTTP gets an error in the contract’s shape too', async (t) => {
  const { port } = await build(t, [tellRequest])
  const answer = await exchange(port, 'GET /api/é HTTP/1.1')
  t.match(answer, /^HTTP\/1.1 400 Bad Request[\s\S]*"code":"MALFORMED_REQUEST"/)
})

t.test('before the services run, the stack reports that it is starting', async (t) => {
  const { base } = await build(t, [])
  t.match(await (await fetch(`${base}/readyz`)).json(), { message: 'The stack is starting.' })
})

t.test('the home page comes with its policy', async (t) => {
  const { base } = await build(t, [tellRequest])
  const response = await fetch(base)
  t.equal(response.headers.get('content-security-policy'), "default-src 'self'")
  t.match(await response.text(), '<p>Home</p>')
})

t.test('the demo site’s URL is reported once it is available', async (t) => {
  const starting = await build(t, [])
  t.equal((await fetch(`${starting.base}/demo/`)).status, 503)
  const { base } = await build(t, [], [], 'http://127.0.0.1:9')
  const answer = await fetch(`${base}/demo`, { redirect: 'manual' })
  t.equal(answer.status, 302)
  t.equal(answer.headers.get('location'), 'http://127.0.0.1:9')
})

t.test('the error for a port in use suggests another', async (t) => {
  const { port } = await build(t, [])
  await t.rejects(
    listen(() => undefined, port),
    {
      message: `port ${port} is in use by another program; choose another with \`npm start -- --port ${port + 1}\` or VITRINE_PORT=${port + 1}`,
    },
  )
})
