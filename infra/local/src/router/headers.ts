import type { IncomingMessage } from 'node:http'

/** Hop-by-hop headers, never forwarded (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Set by the router; values sent by clients are discarded, because the router is the edge. */
const setByRouter = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  // Already answered, with 100 Continue.
  'expect',
])

/** Flat list of names and values; preserves spelling, order and duplicates. */
export function requestHeaders(request: IncomingMessage): string[] {
  const kept = endToEnd(request, (name) => !setByRouter.has(name))
  return [
    ...kept,
    ...framing(request),
    'X-Forwarded-For',
    request.socket.remoteAddress ?? '',
    'X-Forwarded-Host',
    request.headers.host ?? '',
    'X-Forwarded-Proto',
    'http',
  ]
}

export function responseHeaders(response: IncomingMessage): string[] {
  return endToEnd(response, () => true)
}

/**
 * Sets the body's framing explicitly, because Node guesses it from the method: it leaves a DELETE
 * body unframed and announces a body for a PUT without one.
 */
function framing({ headers, method = '' }: IncomingMessage): string[] {
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked']
  const mayHaveBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return mayHaveBody && headers['content-length'] === undefined ? ['Content-Length', '0'] : []
}

function endToEnd(message: IncomingMessage, isKept: (name: string) => boolean): string[] {
  const named = (message.headers.connection ?? '').toLowerCase().split(/\s*,\s*/)
  const dropped = new Set([...hopByHop, ...named])
  const kept: string[] = []
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = message.rawHeaders.slice(index, index + 2)
    const key = name.toLowerCase()
    if (!dropped.has(key) && isKept(key)) kept.push(name, value)
  }
  return kept
}
