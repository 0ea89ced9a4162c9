import { AppError } from '@vitrine/errors'
import type { FastifyInstance } from 'fastify'
import { messageProblem } from './message-rules.js'
import { answeredId } from './request-id.js'

/** Sets the common header fields of every answer and rejects malformed messages. Register it first. */
export function addFirstHook(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', answeredId(request)).headers(headers)
    const problem = messageProblem(request.raw)
    done(problem === null ? undefined : new AppError('MALFORMED_REQUEST', problem))
  })
}
