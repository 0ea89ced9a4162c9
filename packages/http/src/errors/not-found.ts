import { AppError } from '@vitrine/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteTable } from '../answers/route-table.js'

/**
 * Answers requests that match no route: 405 with `Allow` if the address exists but does not support the
 * method, otherwise 404.
 */
export function handleUnrouted(app: FastifyInstance, routes: RouteTable): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply): AppError => {
    const address = routes.findAddress(request.url)
    if (address === null) {
      return new AppError('ROUTE_NOT_FOUND', 'There is nothing at this address.')
    }
    const allowed = address.allowed.join(', ')
    reply.header('allow', allowed)
    const message = `${request.method} is not allowed here; ${allowed} would be.`
    return new AppError('METHOD_NOT_ALLOWED', message)
  }

  const isMisrouted = ({ routeOptions, url }: FastifyRequest): boolean =>
    routeOptions.url !== undefined && routes.isMisrouted(routeOptions.url, url)

  app.setNotFoundHandler((request, reply) => {
    throw refuse(request, reply)
  })
  // Runs before the body is parsed: without a route there is no schema to check it against.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404 || isMisrouted(request)) done(refuse(request, reply))
    else done(null, payload)
  })
}
