import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream/promises'
import { ServiceAgent } from './connections.js'
import { requestHeaders, responseHeaders } from './headers.js'
import { hasBody, sendBody } from './request-body.js'
import type { Upstream } from './upstreams.js'

/*
 * Uses node:http directly, because paths must be forwarded byte for byte. Proxy libraries parse and
 * re-serialize the URL, which changes `%2e`, `//` and the like.
 */

export type Proxy = (
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

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  agent: ServiceAgent
  onUnavailable: () => void
}

function forward(exchange: Exchange, [replica, ...others]: readonly Upstream[]): void {
  const { request, response, agent } = exchange
  if (response.destroyed) return
  if (replica === undefined) {
    exchange.onUnavailable()
    return
  }
  const { hostname, port } = new URL(replica.url)
  const upstream = httpRequest({
    ...{ agent, hostname, port, method: request.method, path: request.url },
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
  onConnection(upstream, () => {
    sent = sendBody(request, upstream)
  })
}

function onConnection(upstream: ClientRequest, proceed: () => void): void {
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', proceed)
    else proceed()
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

function isRepeatable(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)
}
