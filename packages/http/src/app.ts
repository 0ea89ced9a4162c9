import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { AppError } from '@vitrine/contracts/errors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import { acceptJson } from './body/json-body.js'
import { compareReadOnly } from './body/read-only.js'
import { type BodyLimits, checkWhileListening, createSlowBodies } from './body/slow-bodies.js'
import { handleClientError, noteResponse } from './errors/client-error.js'
import { handleError } from './errors/error-handler.js'
import { handleUnrouted, routerOptions } from './errors/not-found.js'
import { logged, logRequests, namingBothIds } from './observation/logging.js'
import { expectAnything, messageProblem } from './request/message-rules.js'
import { requestId } from './request/request-id.js'
import { sendPreparedAnswers } from './response/prepared.js'
import { securityHeaders } from './response/security-headers.js'
import { compileSerializer } from './response/serializer.js'
import { compileValidator } from './validation/validator.js'

export type AppOptions = {
  logLevel: string
  /** Where log lines go; the default is standard output. */
  logStream?: { write(line: string): void }
  /** The level of the log line per request; defaults to `info`. A 500 is always logged at `info`. */
  requestLogLevel?: 'info' | 'debug'
  /** Largest JSON body, bytes. */
  bodyLimit?: number
  /**
   * Proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges, `loopback`, `linklocal`,
   * `uniquelocal`. If empty, `request.ip` is the peer of the connection.
   */
  trustedProxies?: readonly string[]
  arrival?: Partial<ArrivalLimits>
  /** Header fields of every answer, in addition to the security headers. */
  headers?: Readonly<Record<string, string>>
}

export type ArrivalLimits = BodyLimits & {
  /** Maximum time for the headers of a request to arrive, ms. */
  headersMs: number
  /** Maximum number of open connections. New connections beyond it are closed. */
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
  // Bodies have separate limits that take progress into account: see `createSlowBodies`.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.min(5000, Math.ceil(headersMs / 4)),
  requireHostHeader: false,
})

const sameForAll = {
  requestIdHeader: false,
  genReqId: requestId,
  childLoggerFactory: namingBothIds,
  routerOptions,
  // During shutdown, requests on open connections are answered with `Connection: close`.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  clientErrorHandler: handleClientError,
} satisfies FastifyServerOptions

/**
 * Creates a Fastify instance that applies the ground rules of the API to every route: error bodies, request
 * ids, validation, response shapes, security headers, 405.
 */
export function createApp({
  logLevel,
  logStream,
  requestLogLevel = 'info',
  bodyLimit = 1024 * 1024,
  trustedProxies = [],
  arrival = {},
  headers: ownHeaders = {},
}: AppOptions): App {
  const limits = { ...arrivalLimits, ...arrival }
  const headers = { ...securityHeaders, ...ownHeaders }
  const app = Fastify({
    ...sameForAll,
    logger: { level: logLevel, ...logged, ...(logStream ? { stream: logStream } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    serverFactory: (handle) => createHttpServer(limits, handle),
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(handleError)
  // Hooks run in the order in which they are added here.
  const plain = app as unknown as FastifyInstance
  refuseMalformedMessages(plain)
  sendPreparedAnswers(plain, headers)
  logRequests(plain, requestLogLevel)
  handleUnrouted(plain)
  correctHeadRoutes(plain)
  compareReadOnly(plain)
  acceptJson(plain)
  expectAnything(app.server)
  return app
}

function createHttpServer(limits: ArrivalLimits, handle: RequestListener): Server {
  const bodies = createSlowBodies(limits)
  const server = createServer(serverOptions(limits), (request, response) => {
    noteResponse(response)
    bodies.watch(request, response)
    handle(request, response)
  })
  server.maxConnections = limits.connections
  checkWhileListening(server, bodies, limits)
  return server
}

function refuseMalformedMessages(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const problem = messageProblem(request.raw)
    done(problem === null ? undefined : new AppError('MALFORMED_REQUEST', problem))
  })
}

/**
 * Removes the `Content-Length: 0` that Fastify adds to the 304 of a HEAD. It must be the length of the
 * 200, or be missing (RFC 9110, 8.6): a cache would take it for the length of its entry. Register before
 * any route.
 */
function correctHeadRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? [], withoutLengthOf304].flat()
  })
}

const withoutLengthOf304: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}
