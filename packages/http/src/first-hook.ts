import { AppError } from '@vitrine/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messageProblem } from './message-rules.js'
import { type Prepared, sendPrepared } from './prepared.js'
import { securityHeaders } from './security-headers.js'

/**
 * What a route answers at once, out of memory, before any other hook, check or handler; null sends
 * the request the usual way, which must come to the same answer. It does no I/O and refuses nobody.
 */
export type WarmAnswer = (request: FastifyRequest) => Prepared | null

declare module 'fastify' {
  interface FastifyContextConfig {
    warm?: WarmAnswer
  }
}

/**
 * The first thing that happens to a request: it is refused as no proper message, or gets a warm
 * answer, or else the headers that all answers have, and goes on.
 */
export function addFirstHook(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })

  /** On the way out only the usual way will do: it says `Connection: close`. */
  const warmAnswer = (request: FastifyRequest): Prepared | null => {
    const { warm } = request.routeOptions.config
    return warm === undefined || isClosing ? null : warm(request)
  }

  /** @throws AppError MALFORMED_REQUEST, and what a route's `warm` throws. */
  const answerAtOnce = (request: FastifyRequest): Prepared | null => {
    const problem = messageProblem(request.raw)
    if (problem !== null) throw new AppError('MALFORMED_REQUEST', problem)
    return warmAnswer(request)
  }

  app.addHook('onRequest', (request, reply, done) => {
    let answer: Prepared | null = null
    let refusal: Error | undefined
    try {
      answer = answerAtOnce(request)
    } catch (error) {
      refusal = error as Error
    }
    if (answer !== null) return sendPrepared(request, reply, answer)
    reply.header('x-request-id', request.id).headers(securityHeaders).headers(headers)
    done(refusal)
  })
}
