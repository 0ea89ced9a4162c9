import type { IncomingMessage } from 'node:http'
import proxyAddress, { compile } from '@fastify/proxy-addr'

/** Whether the X-Forwarded-For of this address is trusted. */
type IsTrusted = (address: string, hop: number) => boolean

/** @param trustedProxies addresses, CIDR ranges, or names such as `loopback`. */
export const trustOf = (trustedProxies: readonly string[]): IsTrusted =>
  trustedProxies.length === 0 ? () => false : compile([...trustedProxies])

/** The address of the client: Fastify derives `request.ip` by the same rule from the same function. */
export const clientAddress =
  (isTrusted: IsTrusted) =>
  (request: IncomingMessage): string =>
    request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : proxyAddress(request, isTrusted)
