import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { learnWarmRoutes } from './answers/answer-route.js'
import { routerOptions } from './answers/router-options.js'
import { createWarmRoutes } from './answers/serve-answers.js'
import { acceptJson } from './body/json-body.js'
import { compareReadOnly } from './body/read-only.js'
import { type BodyLimits, checkWhileListening, createSlowBodies } from './body/slow-bodies.js'
import { handleClientError, noteResponse } from './errors/client-error.js'
import { handleError } from './errors/error-handler.js'
import { handleUnrouted } from './errors/not-found.js'
import { isWritten, logged, logRequests, namingBothIds } from './observation/logging.js'
import { clientAddress } from './request/client-address.js'
import { addFirstHook } from './request/first-hook.js'
import { expectAnything } from './request/message-rules.js'
import { clientRequestId, requestId } from './request/request-id.js'
import { correctHeadRoutes } from './response/head-routes.js'
import { compileSerializer } from './response/serializer.js'
import { compileValidator } from './validation/validator.js'

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
  /** How long requests may take to arrive, and how many connections there may be. */
  arrival?: Partial<ArrivalLimits>
  /** Fields of every answer: also where no hook runs, as for a URL that cannot be decoded. */
  headers?: Readonly<Record<string, string>>
}

export type ArrivalLimits = BodyLimits & {
  /** Longest time that the headers of a request may take, ms. */
  headersMs: number
  /** Most connections at once; beyond, new ones are closed. */
  connections: number
}

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

// Longer than the 60 s that load balancers keep idle connections, so that they close first.
const keepAliveTimeout = 65_000

const arrivalLimits: ArrivalLimits = {
  headersMs: 30_000,
  silenceMs: 30_000,
  totalMs: 60_000,
  connections: 10_000,
}

const serverOptions = ({ headersMs }: ArrivalLimits): ServerOptions => ({
  keepAliveTimeout,
  headersTimeout: headersMs,
  // Bodies have limits of their own, which know progress.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.min(5000, Math.ceil(headersMs / 4)),
  requireHostHeader: false,
})

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
  arrival = {},
  headers = {},
}: AppOptions): App {
  const limits = { ...arrivalLimits, ...arrival }
  const bodies = createSlowBodies(limits)
  const warm = createWarmRoutes({
    idOf: (request) => clientRequestId(request) ?? requestId(),
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
    childLoggerFactory: namingBothIds,
    routerOptions,
    // On the way out, connections that wait get an answer and `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (handle) => {
      const server = createServer(serverOptions(limits), (request, response) => {
        noteResponse(response)
        bodies.watch(request, response)
        if (!warm.answer(request, response)) handle(request, response)
      })
      server.maxConnections = limits.connections
      checkWhileListening(server, bodies, limits)
      return server
    },
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
  acceptJson(plain)

  expectAnything(app.server)
  // Lines are written by a hook.
  if (isWritten(app.log, requestLogLevel)) warm.close()
  learnWarmRoutes(plain, warm)
  addFirstHook(plain, headers)
  logRequests(plain, requestLogLevel)
  return app
}
