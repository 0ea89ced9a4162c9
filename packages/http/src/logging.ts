import type { FastifyRequest } from 'fastify'

/**
 * What a log line says of a request: never its headers, its body or its query string, where
 * tokens, passwords and API keys are.
 */
export const logged = {
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: request.url.split('?', 1)[0],
      address: request.ip,
    }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  },
  base: null,
}
