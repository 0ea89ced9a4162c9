import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { requestHeaders, responseHeaders } from './headers.js'
import type { Upstream } from './upstreams.js'

/*
 * Plain node:http, because paths must pass byte for byte: proxy libraries parse the URL and
 * write it anew, which changes `%2e`, `//` and the like.
 */

export type Proxy = (
  request: IncomingMessage,
  response: ServerResponse,
  replicas: readonly Upstream[],
  /** Answers when no replica could. */
  onUnavailable: () => void,
) => void

/** Passes requests on to replicas in turn, both bodies streamed. */
export function createProxy(): Proxy {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  return (request, response, replicas, onUnavailable) => {
    const first = turn++ % Math.max(1, replicas.length)
    const order = [...replicas.slice(first), ...replicas.slice(0, first)]
    forward({ request, response, agent, onUnavailable }, order)
  }
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  agent: Agent
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
  const abort = () => upstream.destroy()
  response.once('close', abort)
  upstream.on('error', () => {
    response.off('close', abort)
    if (response.headersSent) return // The pipeline below deals with a broken answer.
    // A kept connection may have been closed just then, which says nothing about the replica.
    const next = upstream.reusedSocket ? [replica, ...others] : others
    if (isRepeatable(request)) forward(exchange, next)
    else if (!response.destroyed) exchange.onUnavailable()
  })
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer))
    // Without a body this would wait for its first byte: an event stream needs its head now.
    response.flushHeaders()
    pipeline(answer, response, (error) => {
      if (error) upstream.destroy()
    })
  })
  if (hasBody(request)) request.pipe(upstream)
  else upstream.end()
}

function isRepeatable(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
