import { AppError } from '@vitrine/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAddresses } from '../answers/route-table.js'

/**
 * Answers what no route takes: 405 with `Allow` where the path exists and the method doesn't,
 * else 404. Register before any route: it learns the routes as they come.
 */
export function handleUnrouted(app: FastifyInstance): void {
  const addresses = createAddresses()

  app.addHook('onRoute', ({ method, url }) => {
    // Catch-alls, such as the one that answers preflights, say nothing about an address.
    if (url !== '*' && url !== '/*') addresses.add(method, url)
  })

  const refuse = (request: FastifyRequest, reply: FastifyReply): AppError => {
    const found = addresses.find(request.url)
    if (found === null) {
      return new AppError('ROUTE_NOT_FOUND', 'There is nothing at this address.')
    }
    const allowed = found.allowed.join(', ')
    reply.header('allow', allowed)
    const message = `${request.method} is not allowed here; ${allowed} would be.`
    return new AppError('METHOD_NOT_ALLOWED', message)
  }

  /** Whether the route that took the request is not the one that the address is of. */
  const isMisrouted = ({ routeOptions, url }: FastifyRequest): boolean => {
    const pattern = routeOptions.url
    if (pattern === undefined || !addresses.isAmbiguous(pattern)) return false
    return addresses.find(url)?.pattern !== pattern
  }

  app.setNotFoundHandler((request, reply) => {
    throw refuse(request, reply)
  })
  // Before a body is read: it is right or wrong only where something takes it.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404 || isMisrouted(request)) done(refuse(request, reply))
    else done(null, payload)
  })
}
