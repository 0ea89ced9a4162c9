import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

/**
 * Who sent a request, as Fastify's `request.ip` has it.
 *
 * @param trustedProxies whose X-Forwarded-For is believed; with none, the other end of the connection.
 */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const direct = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? ''
  if (trustedProxies.length === 0) return direct
  const isTrusted = compile([...trustedProxies])
  return (request) => all(request, isTrusted).at(-1) ?? direct(request)
}
