import { AppError } from '@vitrine/errors'
import type { FastifyInstance } from 'fastify'
import { securityHeaders } from '../response/security-headers.js'
import { messageProblem } from './message-rules.js'
import { answeredId } from './request-id.js'

/**
 * The first thing that happens to a request: it gets the headers that all answers have, and is
 * refused if it is no proper message.
 */
export function addFirstHook(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', answeredId(request)).headers(securityHeaders).headers(headers)
    const problem = messageProblem(request.raw)
    done(problem === null ? undefined : new AppError('MALFORMED_REQUEST', problem))
  })
}
