import type { IncomingMessage, Server } from 'node:http'

/** A name or an address, with an optional port (RFC 9110, 7.2); empty if the target has no host. */
const host = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/** Ignores an unknown Expect, which RFC 9110, 10.1.1 allows. */
export function expectAnything(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * Checks rules that Node's parser does not enforce or reports in its own format. A message needs exactly
 * one valid Host: otherwise servers in a chain could each use a different one (RFC 9112, 3.2). Its target
 * must not have a fragment: a cache in front could drop it and store the answer to `/x#w=1` as the answer
 * to `/x`.
 *
 * @returns the problem; null if there is none.
 */
export function messageProblem(request: IncomingMessage): string | null {
  if (!hasValidHost(request)) return 'A request needs one Host header: a name or an address.'
  if (request.url?.includes('#')) return 'The target of a request has no fragment.'
  return null
}

function hasValidHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0'
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count <= 1 && host.test(headers.host)
}
