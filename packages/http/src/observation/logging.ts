import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
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
 * The message and the stack of an error, and those of its causes. Other properties are not logged: drivers
 * attach whole connections to their errors, including passwords.
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
 * The fields of a log line. The headers, the body and the query string of a request are never logged: they
 * may contain tokens, passwords and API keys.
 */
export const logged = {
  serializers: {
    req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
      method,
      path: pathOf(url),
      address: ip,
    }),
    err: loggedError,
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  },
  base: null,
}

/** The level of a pino logger as a number, and the number of each level. */
type PinoLevels = { levelVal?: number; levels?: { values: Readonly<Record<string, number>> } }

function isWritten(log: FastifyBaseLogger, level: 'info' | 'debug'): boolean {
  const { levelVal = 0, levels } = log as unknown as PinoLevels
  return (levels?.values[level] ?? levelVal) >= levelVal
}

type ChildArguments = Parameters<FastifyBaseLogger['child']>

/** Adds our id, `reqId`, and the id that the client sent, if any, to the log lines of a request. */
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
 * Writes one line per answered request. Requests rejected by a rate limit are logged at `debug`: during a
 * flood the lines would cost more than the answers. A 500 is always logged at `info`.
 */
export function logRequests(app: FastifyInstance, requestLevel: 'info' | 'debug'): void {
  const isLogged = isWritten(app.log, requestLevel)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply
    if (isLogged || statusCode === 500) {
      const { method, url, ip } = request
      const level = errorOf(request) instanceof LimitExceeded ? 'debug' : requestLevel
      const ms = Math.round(elapsedTime * 10) / 10
      const fields = { req: { method, url, ip }, res: { statusCode }, ms }
      request.log[statusCode === 500 ? 'info' : level](fields, 'request')
    }
    done()
  })
}
