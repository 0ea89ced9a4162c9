import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { listen } from '../../src/router/listen.js'
import { createRouter } from '../../src/router/router.js'
import type { Upstream } from '../../src/router/upstreams.js'
import type { Demo } from '../../src/stack-file.js'

const deadReplica = { name: 'dead', url: 'http://127.0.0.1:1' }

/** A router whose replicas are given by their handlers. */
async function build(
  t: Test,
  delivery: RequestListener[],
  extra: Upstream[] = [],
  demo: Demo | null = null,
  site: string | null = null,
) {
  const replicas = [...extra]
  for (const [index, handler] of delivery.entries()) {
    const server = createServer(handler).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close() && server.closeAllConnections())
    const { port } = server.address() as AddressInfo
    replicas.push({ name: `delivery-${index + 1}`, url: `http://127.0.0.1:${port}` })
  }
  const upstreams = { 'management-api': replicas, delivery: replicas }
  const view = { upstreams: () => upstreams, demo: () => demo, site: () => site }
  const router = await listen(createRouter(view), 0)
  t.teardown(router.close)
  return { port: router.port, base: `http://127.0.0.1:${router.port}` }
}

/** Sends a request by hand, so that nothing is normalised on the way. */
async function exchange(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nHost: shop.example\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

const tellRequest: RequestListener = (request, response) => {
  response.end(JSON.stringify({ url: request.url, headers: request.headers }))
}

t.test('a path arrives byte for byte', async (t) => {
  const { port } = await build(t, [tellRequest])
  for (const path of ['/api/v1/a/../b', '/api/v1//%2e%2E/%', '/api/v1/w?a=%20&&b=+#x']) {
    t.match(await exchange(port, `GET ${path} HTTP/1.1`), `"url":${JSON.stringify(path)}`)
  }
})

t.test('the service learns who asked, and a client cannot tell it otherwise', async (t) => {
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

t.test('status, repeated headers and their spelling come back as they were', async (t) => {
  const { port } = await build(t, [
    (_, response) => {
      response.writeHead(418, 'Teapot', ['X-Spelled-So', '1', 'Set-Cookie', 'a', 'Set-Cookie', 'b'])
      response.end('short and stout')
    },
  ])
  const answer = await exchange(port, 'GET /api/v1/x HTTP/1.1')
  t.match(answer, 'HTTP/1.1 418 Teapot\r\nX-Spelled-So: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n')
})

t.test('a HEAD and a 304 keep the length that they announce', async (t) => {
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

t.test('both bodies are streamed: an echo answers before the request has ended', async (t) => {
  const { port } = await build(t, [(request, response) => void request.pipe(response)])
  const upload = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/echo' })
  upload.write('first ')
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  const [chunk] = await once(answer, 'data')
  t.equal(String(chunk), 'first ')
  upload.end('second')
  t.equal(await text(answer), 'second')
})

t.test('a DELETE with a body of unknown length arrives whole', async (t) => {
  const { port } = await build(t, [(request, response) => void request.pipe(response)])
  const chunked = 'DELETE /api/x HTTP/1.1\r\nTransfer-Encoding: chunked'
  const socket = connect(port, '127.0.0.1')
  socket.write(`${chunked}\r\nHost: a\r\nConnection: close\r\n\r\n4\r\nbody\r\n0\r\n\r\n`)
  t.match(await text(socket), '4\r\nbody\r\n0\r\n\r\n')
})

t.test('a PUT without a body arrives without one', async (t) => {
  const { port } = await build(t, [tellRequest])
  const answer = await exchange(port, 'PUT /api/x HTTP/1.1')
  t.match(answer, '"content-length":"0"')
  t.notMatch(answer, 'transfer-encoding')
})

t.test('a connection to a service is kept for the next request', async (t) => {
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

t.test('replicas take turns, and a dead one is passed over', async (t) => {
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

t.test('a write passes over a replica that is not there', async (t) => {
  const echo: RequestListener = (request, response) => void request.pipe(response)
  const { base } = await build(t, [echo], [deadReplica])
  for (const turn of ['first', 'second']) {
    const response = await fetch(`${base}/api/x`, { method: 'POST', body: turn })
    t.equal(await response.text(), turn)
  }
})

t.test('a kept connection that the service has closed costs no request', async (t) => {
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
    // Closed as a service closes idle connections; the router has not read that yet.
    for (const socket of sockets) socket.destroy()
  }
})

t.test('an answer that comes before the end of the body reaches the client', async (t) => {
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

t.test('such an answer is the last on a connection that the client wants closed', async (t) => {
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

t.test('a write is not repeated on another replica', async (t) => {
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

t.test('nobody there is a 503 of the contract’s shape', async (t) => {
  const { base } = await build(t, [], [deadReplica])
  const response = await fetch(`${base}/api/v1/x?q=1`)
  t.equal(response.status, 503)
  t.equal(response.headers.get('retry-after'), '1')
  const body = (await response.json()) as Record<string, unknown>
  t.match(body, {
    ...{
      status: 503,
      error: 'Service Unavailable',
      code: 'NOT_READY',
      path: '/api/v1/x',
    },
    timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    requestId: response.headers.get('x-request-id'),
  })
})

t.test('an unknown address is a 404 of the contract’s shape', async (t) => {
  const { base } = await build(t, [tellRequest])
  const response = await fetch(`${base}/favicon.ico`)
  t.match(await response.json(), { status: 404, error: 'Not Found', code: 'ROUTE_NOT_FOUND' })
  const head = await fetch(`${base}/favicon.ico`, { method: 'HEAD' })
  t.equal(head.status, 404)
})

t.test('a client that leaves ends the work upstream', async (t) => {
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

t.test('an answer that breaks off upstream breaks off for the client', async (t) => {
  const { base } = await build(t, [
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 })
      response.write('half', () => response.destroy())
    },
  ])
  const response = await fetch(`${base}/api/v1/x`)
  await t.rejects(response.text())
})

t.test('the stack is ready when every service is', async (t) => {
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

t.test('an address of the router’s own takes GET and HEAD alone', async (t) => {
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

t.test('the bare addresses of the APIs lead to their description', async (t) => {
  const { base } = await build(t, [tellRequest])
  for (const path of ['/api', '/api/', '/api/v1', '/api/v1/?x']) {
    const answer = await fetch(base + path, { redirect: 'manual' })
    t.equal(answer.status, 302, path)
    t.equal(answer.headers.get('location'), '/api/docs', path)
  }
})

t.test('an idle connection of a client is kept as long as the services keep theirs', async (t) => {
  const { base } = await build(t, [tellRequest])
  const { headers } = await fetch(`${base}/api/x`)
  t.equal(headers.get('keep-alive'), 'timeout=65')
})

t.test('what is not HTTP gets the contract’s shape too', async (t) => {
  const { port } = await build(t, [tellRequest])
  const answer = await exchange(port, 'GET /api/é HTTP/1.1')
  t.match(answer, /^HTTP\/1.1 400 Bad Request[\s\S]*"code":"MALFORMED_REQUEST"/)
})

t.test('without services yet, the stack says that it is starting', async (t) => {
  const { base } = await build(t, [])
  t.match(await (await fetch(`${base}/readyz`)).json(), { message: 'The stack is starting.' })
  t.match(await (await fetch(base)).text(), 'const demo = null')
})

t.test('the page at the bare address knows the demo’s key, and no password', async (t) => {
  const demo = {
    email: 'a@b.example',
    password: 'hunter2',
    projectId: 'p',
    apiKey: 'pk_x',
    slugs: ['</script>'],
    missing: [],
  }
  const { base } = await build(t, [tellRequest], [], demo)
  const page = await (await fetch(base)).text()
  t.match(page, '"apiKey":"pk_x"')
  t.match(page, 'href="/api/docs"')
  t.match(page, '"slugs":["\\u003c/script>"]')
  t.notMatch(page, 'hunter2')
})

t.test('the demo’s site is told, once it is there', async (t) => {
  const starting = await build(t, [])
  t.equal((await fetch(`${starting.base}/demo/`)).status, 503)
  const { base } = await build(t, [], [], null, 'http://127.0.0.1:9')
  const answer = await fetch(`${base}/demo`, { redirect: 'manual' })
  t.equal(answer.status, 302)
  t.equal(answer.headers.get('location'), 'http://127.0.0.1:9')
})

t.test('a port in use is a sentence that names another', async (t) => {
  const { port } = await build(t, [])
  await t.rejects(
    listen(() => undefined, port),
    {
      message: `port ${port} is in use by another program; choose another with \`npm start -- --port ${port + 1}\` or VITRINE_PORT=${port + 1}`,
    },
  )
})
