import type { FastifyInstance, onSendHookHandler } from 'fastify'

/**
 * The framework says `Content-Length: 0` of a HEAD that is answered 304; it has to be the length
 * of the 200, or missing (RFC 9110, 8.6). A cache would take it for the length of what it keeps.
 * Register before any route.
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
