import {
  Agent,
  type ClientRequest,
  type ClientRequestArgs,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Socket, type TcpNetConnectOpts } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { ServiceName } from '../services.js'
import { requestHeaders, responseHeaders } from './headers.js'

/*
 * Uses node:http directly. Proxy libraries change paths and the framing of bodies, consume the body before a replica
 * has accepted the connection, and lose a response that a service sends before it has read the body.
 */

/** A process behind the router; `name` such as `delivery-2`, `url` such as `http://127.0.0.1:4001`. */
export type Upstream = { name: string; url: string }

export type Upstreams = Readonly<Record<ServiceName, readonly Upstream[]>>

type Proxy = (
  request: IncomingMessage,
  response: ServerResponse,
  replicas: readonly Upstream[],
  /** Responds if no replica is available. */
  onUnavailable: () => void,
) => void

/** Forwards requests to replicas in round-robin order; both bodies are streamed. */
export function createProxy(): Proxy {
  const kept = new ServiceAgent({ keepAlive: true })
  const single = new ServiceAgent({ keepAlive: false })
  let turn = 0
  return (request, response, replicas, onUnavailable) => {
    const first = turn++ % Math.max(1, replicas.length)
    const order = [...replicas.slice(first), ...replicas.slice(0, first)]
    // A service may close a keep-alive connection just as the next request is written to it. Only
    // requests that can be retried use one.
    const agent = isRepeatable(request) ? kept : single
    forward({ request, response, agent, onUnavailable }, order)
  }
}

/**
 * A socket that stays readable after a failed write. A service may respond and close before it has
 * read the whole body; Node would discard that response because the next write fails. If the
 * connection is really lost, the next read fails.
 */
class ServiceConnection extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, written: () => void): void {
    super._write(chunk, encoding, () => written())
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], written: () => void) {
    super._writev?.(chunks, () => written())
  }
}

class ServiceAgent extends Agent {
  override createConnection(options: ClientRequestArgs): Socket {
    return new ServiceConnection().connect(options as TcpNetConnectOpts)
  }
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  agent: ServiceAgent
  onUnavailable: () => void
}

/** Sends the request to the first replica that accepts a connection. */
function forward(exchange: Exchange, [replica, ...others]: readonly Upstream[]): void {
  const { request, response, agent } = exchange
  if (response.destroyed) return
  if (replica === undefined) {
    exchange.onUnavailable()
    return
  }
  const { hostname, port } = new URL(replica.url)
  const upstream = httpRequest({
    agent,
    hostname,
    port,
    method: request.method,
    path: request.url,
    headers: requestHeaders(request),
  })
  let sent: Promise<void> | null = null
  let isAnswered = false
  const abort = () => upstream.destroy()
  response.once('close', abort)
  upstream.on('error', () => {
    // Sending may fail because the service has already responded; the response is still forwarded.
    if (isAnswered) return
    response.off('close', abort)
    const next = upstream.reusedSocket ? [replica, ...others] : others
    // If the connection failed, nothing was sent and the body is still unread.
    if (sent === null || isRepeatable(request)) forward(exchange, next)
    else if (!response.destroyed) exchange.onUnavailable()
  })
  upstream.on('response', (answer) => {
    isAnswered = true
    void passOn(exchange, upstream, answer)
      .then(() => sent)
      .then(() => response.end())
  })
  upstream.once('socket', (socket) => {
    const send = () => {
      sent = sendBody(request, upstream)
    }
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
}

/**
 * Sends the client's body to a service. The service may respond and close the connection before it
 * has read everything. The rest is then read and discarded: closing the connection to a client that
 * is still sending would reset it, and the client would lose the response.
 *
 * @returns when the body has been read completely or the client has disconnected.
 */
async function sendBody(request: IncomingMessage, upstream: ClientRequest): Promise<void> {
  if (!hasBody(request)) {
    upstream.end()
    return
  }
  upstream.flushHeaders()
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!upstream.destroyed && !upstream.write(chunk)) await untilWritable(upstream)
    }
    upstream.end()
  } catch (error) {
    upstream.destroy(error as Error)
  }
}

function untilWritable(upstream: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      upstream.off('drain', proceed).off('close', proceed)
      resolve()
    }
    upstream.on('drain', proceed).on('close', proceed)
  })
}

/** If the response is truncated upstream, the client's connection is reset. */
async function passOn(
  { response }: Exchange,
  upstream: ClientRequest,
  answer: IncomingMessage,
): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer))
  // Otherwise the headers would wait for the first byte of the body, which delays event streams.
  response.flushHeaders()
  try {
    await pipeline(answer, response, { end: false })
  } catch {
    response.destroy()
  }
  // The service does not read the rest of the body.
  if (!upstream.writableFinished) upstream.destroy()
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether it may be sent twice. */
function isRepeatable(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)
}
