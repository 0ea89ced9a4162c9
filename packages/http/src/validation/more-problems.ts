import type { ErrorDetail } from '@vitrine/errors'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the service would find wrong with a body that the schema has refused already, so that
     * one answer lists everything. The body may hold anything.
     */
    moreProblems?: (
      request: FastifyRequest,
    ) => readonly ErrorDetail[] | Promise<readonly ErrorDetail[]>
  }
}

/** The problems that the route's service adds to those of its schema. */
export async function moreProblems(request: FastifyRequest): Promise<readonly ErrorDetail[]> {
  return (await request.routeOptions.config.moreProblems?.(request)) ?? []
}
