import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { errorOf } from '../errors/error-handler.js'
import { LimitExceeded } from '../rate-limits/limit-exceeded.js'
import { clientRequestId } from '../request/request-id.js'
import { pathOf } from '../request/request-target.js'

type LoggedError = {
  type: string
  message: string
  code?: string
  stack: string
  cause?: LoggedError
}

/**
 * Of an error its own words and where it came from, causes included. No other property: drivers
 * attach whole connections to theirs, and those know passwords.
 */
function loggedError(
  error: Error & { code?: unknown },
  depth = 0,
): LoggedError & Record<string, unknown> {
  const { name, message, code, stack, cause } = error
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    stack: stack ?? '',
    ...(cause instanceof Error && depth < 5 && { cause: loggedError(cause, depth + 1) }),
  }
}

/**
 * What a log line says of a request: never its headers, its body or its query string, where
 * tokens, passwords and API keys are.
 */
export const logged = {
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: pathOf(request.url),
      address: request.ip,
    }),
    err: loggedError,
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  },
  base: null,
}

/** Of pino's logger: its own level as a number, and that of each name. */
type PinoLevels = { levelVal?: number; levels?: { values: Readonly<Record<string, number>> } }

/** Whether lines of this level are written. */
export function isWritten(log: FastifyBaseLogger, level: 'info' | 'debug'): boolean {
  const { levelVal = 0, levels } = log as unknown as PinoLevels
  return (levels?.values[level] ?? levelVal) >= levelVal
}

type ChildArguments = Parameters<FastifyBaseLogger['child']>

/** A request's log lines carry our id, as `reqId`, and the one that the client has sent, if any. */
export const namingBothIds = (
  logger: FastifyBaseLogger,
  bindings: ChildArguments[0],
  options: ChildArguments[1],
  request: IncomingMessage,
): FastifyBaseLogger => {
  const sent = clientRequestId(request)
  return logger.child({ ...bindings, ...(sent !== null && { clientRequestId: sent }) }, options)
}

/**
 * One line per request, when it was answered. Those beyond a rate limit are `debug`: in a flood of them
 * the lines would cost more than the answers. They are counted instead.
 */
export function logRequests(app: FastifyInstance, requestLevel: 'info' | 'debug'): void {
  const isLogged = isWritten(app.log, requestLevel)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isLogged && reply.statusCode !== 500) return done()
    const level = errorOf(request) instanceof LimitExceeded ? 'debug' : requestLevel
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log[reply.statusCode === 500 ? 'info' : level](
      { req: request, res: reply, ms },
      'request',
    )
    done()
  })
}
