import type { FastifyInstance, onSendHookHandler } from 'fastify'

/**
 * Removes the `Content-Length: 0` that Fastify adds to the 304 of a HEAD. It must be the length of the
 * 200, or be missing (RFC 9110, 8.6): a cache would take it for the length of its entry. Register before
 * any route.
 */
export function correctHeadRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? [], withoutLengthOf304].flat()
  })
}

const withoutLengthOf304: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}
