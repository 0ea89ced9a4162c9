import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { AppError, validationFailed } from '@vitrine/errors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { clientAddress } from './client-address.js'
import { handleClientError, noteResponse } from './client-error.js'
import { handleError } from './error-handler.js'
import { addFirstHook } from './first-hook.js'
import { correctHeadRoutes } from './head-routes.js'
import { jsonFaults } from './json-faults.js'
import { learnWarmRoutes } from './learn-warm-routes.js'
import { isWritten, logged, logRequests } from './logging.js'
import { expectAnything } from './message-rules.js'
import { isNestedDeeperThan, maxBodyLevels } from './nesting.js'
import { handleUnrouted } from './not-found.js'
import { compareReadOnly } from './read-only.js'
import { requestId } from './request-id.js'
import { routerOptions } from './router-options.js'
import { compileSerializer } from './serializer.js'
import { compileValidator } from './validator.js'
import { createWarmRoutes } from './warm-routes.js'

export type AppOptions = {
  logLevel: string
  /** Where log lines go; standard output if left out. */
  logStream?: { write(line: string): void }
  /** Of the line that is logged per request; `info` if left out. A 500 is always `info`. */
  requestLogLevel?: 'info' | 'debug'
  /** Largest JSON body, bytes. */
  bodyLimit?: number
  /**
   * Whose X-Forwarded-For is believed: addresses, CIDR ranges, `loopback`, `linklocal`,
   * `uniquelocal`. With none, `request.ip` is the other end of the connection.
   */
  trustedProxies?: readonly string[]
  /** Fields of every answer: also where no hook runs, as for a URL that cannot be decoded. */
  headers?: Readonly<Record<string, string>>
}

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

const serverOptions = {
  // Longer than the 60 s that load balancers keep idle connections, so that they close first.
  keepAliveTimeout: 65_000,
  requestTimeout: 120_000,
  requireHostHeader: false,
}

/**
 * A Fastify that keeps the contract's ground rules on every route: error bodies, request ids,
 * validation, response shapes, security headers, 405s.
 */
export function createApp({
  logLevel,
  logStream,
  requestLogLevel = 'info',
  bodyLimit = 1024 * 1024,
  trustedProxies = [],
  headers = {},
}: AppOptions): App {
  const warm = createWarmRoutes({
    idOf: requestId,
    ipOf: clientAddress(trustedProxies),
    onError: (err) => app.log.error({ err }, 'on the way to a warm answer'),
  })
  const app = Fastify({
    logger: { level: logLevel, ...logged, ...(logStream ? { stream: logStream } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestIdHeader: false,
    genReqId: requestId,
    routerOptions,
    // On the way out, connections that wait get an answer and `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (handle) =>
      createServer(serverOptions, (request, response) => {
        noteResponse(response)
        if (!warm.answer(request, response)) handle(request, response)
      }),
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(handleError)
  const plain = app as unknown as FastifyInstance
  handleUnrouted(plain)
  correctHeadRoutes(plain)
  compareReadOnly(plain)
  acceptEmptyJson(app)

  expectAnything(app.server)
  // Lines are written by a hook.
  if (isWritten(app.log, requestLogLevel)) warm.close()
  learnWarmRoutes(plain, warm)
  addFirstHook(plain, headers)
  logRequests(plain, requestLogLevel)
  return app
}

/** Clients send `Content-Type: application/json` with calls that have no body: that is fine. */
function acceptEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (isNestedDeeperThan(maxBodyLevels, body as string)) return done(nestedTooDeeply())
    return parse(request, body as string, (error, value) => {
      if (error === null) return done(bodyFault(body as string), value)
      done(new AppError('MALFORMED_BODY', `The body is not valid JSON: ${error.message}`))
    })
  })
}

function bodyFault(json: string): AppError | null {
  const details = jsonFaults(json)
  return details.length === 0 ? null : validationFailed(details)
}

const nestedTooDeeply = (): AppError =>
  new AppError('MALFORMED_BODY', `The body may be nested ${maxBodyLevels} levels deep at most.`)
