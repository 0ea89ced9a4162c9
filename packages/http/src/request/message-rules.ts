import type { IncomingMessage, Server } from 'node:http'

/** A name or an address, maybe with a port (RFC 9110, 7.2); empty where the target has no host. */
const host = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/** An Expect that we do not know may be ignored (RFC 9110, 10.1.1). */
export function expectAnything(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * What Node's parser lets through, or refuses in words of its own. A message must have one valid
 * Host, for servers in a chain could each believe another (RFC 9112, 3.2), and its target no
 * fragment: a cache in front could drop it, and keep as `/x` what the router read from `/x#w=1`.
 *
 * @returns null when the message is as it has to be.
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
