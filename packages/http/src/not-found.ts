import { AppError } from '@vitrine/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import createRouter, { type HTTPMethod } from 'find-my-way'
import { routerOptions } from './router-options.js'

/**
 * Answers what no route takes: 405 with `Allow` where the path exists and the method doesn't,
 * else 404. Register before any route: it learns the routes as they come.
 */
export function handleUnrouted(app: FastifyInstance): void {
  const routes = createRouter(routerOptions)
  const methods = new Set<HTTPMethod>()

  app.addHook('onRoute', ({ method, url }) => {
    // Catch-alls, such as the one that answers preflights, say nothing about an address.
    if (url === '*' || url === '/*') return
    for (const verb of [method].flat() as HTTPMethod[]) {
      methods.add(verb)
      if (!routes.hasRoute(verb, url)) routes.on(verb, url, () => undefined)
    }
  })

  const refusal = (request: FastifyRequest, reply: FastifyReply): AppError => {
    const allowed = [...methods].filter((verb) => routes.find(verb, request.url) !== null)
    if (allowed.length === 0) {
      return new AppError('ROUTE_NOT_FOUND', 'There is nothing at this address.')
    }
    reply.header('allow', allowed.join(', '))
    return new AppError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not allowed here; ${allowed.join(', ')} would be.`,
    )
  }
  app.setNotFoundHandler((request, reply) => {
    throw refusal(request, reply)
  })
  // Before a body is read: it is right or wrong only where something takes it.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) done(refusal(request, reply))
    else done(null, payload)
  })
}
