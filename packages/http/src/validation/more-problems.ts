import type { ErrorDetail } from '@vitrine/errors'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Finds further problems in a body that the schema has rejected, so that one answer lists all of them.
     * The body may have any shape.
     */
    moreProblems?: (
      request: FastifyRequest,
    ) => readonly ErrorDetail[] | Promise<readonly ErrorDetail[]>
  }
}

/** The problems that the service of the route adds to those of its schema. */
export async function moreProblems(request: FastifyRequest): Promise<readonly ErrorDetail[]> {
  return (await request.routeOptions.config.moreProblems?.(request)) ?? []
}
