import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, validationFailed } from '@vitrine/errors'
import type { TSchema } from '@vitrine/typebox'
import type { FastifyBaseLogger } from 'fastify'
import { describing, errorAnswer } from '../errors/error-answer.js'
import { logError, publicError } from '../errors/public-error.js'
import type { Completions } from '../observation/completions.js'
import { messageProblem } from '../request/message-rules.js'
import { clientRequestId, requestId } from '../request/request-id.js'
import { type CheckedPart, detailsOf } from '../validation/problems.js'
import { compileTexts, type Validate } from '../validation/validator.js'
import { type Answer, type AnswerHead, type FailedAnswer, prepareAnswer } from './answer.js'
import { AnswerRequest } from './answer-request.js'
import type { AnswerRoute } from './route.js'
import type { FoundRoute, RouteTable } from './route-table.js'
import { type ByteStream, streamToSocket } from './stream-to-socket.js'

type Options = {
  routes: RouteTable
  headers: Readonly<Record<string, string>>
  addressOf: (request: IncomingMessage) => string
  completions: Completions
  logOf: (request: IncomingMessage, id: string) => FastifyBaseLogger
}

type Exchange = {
  route: AnswerRoute
  pattern: string
  message: IncomingMessage
  request: AnswerRequest
  response: ServerResponse
  /** Our id, which appears in the log. */
  id: string
  /** The id in the response: the client's if it sent one, otherwise ours. */
  answeredId: string
  startMs: number
}

export class AnswerServer {
  readonly #options: Options
  readonly #validators = new Map<TSchema, Validate>()
  /** Header fields in the flat form that `writeHead` accepts. */
  readonly #fields = new WeakMap<AnswerHead, string[]>()
  #isClosing = false

  constructor(options: Options) {
    this.#options = options
  }

  /** @returns whether the request is for an answer route. If not, nothing has been done. */
  tryServe(message: IncomingMessage, response: ServerResponse): boolean {
    const found = this.#options.routes.find(message.method ?? '', message.url ?? '')
    if (found === null || found.route.answer === null) return false
    this.#serve(message, response, found, found.route.answer)
    return true
  }

  /** From now on, every answer closes its connection. */
  close(): void {
    this.#isClosing = true
  }

  #serve(
    message: IncomingMessage,
    response: ServerResponse,
    { route: { pattern }, params, query }: FoundRoute,
    route: AnswerRoute,
  ): void {
    const startMs = performance.now()
    const id = requestId()
    const answeredId = clientRequestId(message) ?? id
    const ip = this.#options.addressOf(message)
    const request = new AnswerRequest({ request: message, response, ip }, params, query)
    const exchange: Exchange = {
      route,
      pattern,
      message,
      request,
      response,
      id,
      answeredId,
      startMs,
    }

    const answer = this.#answer(exchange)
    // An answer that is not a promise is written synchronously.
    if (answer instanceof Promise) {
      answer.then(
        (later) => this.#write(exchange, later),
        (error) => this.#write(exchange, { error, headers: {} }),
      )
    } else this.#write(exchange, answer)
  }

  #answer({ route, message, request }: Exchange): Answer | Promise<Answer> {
    try {
      const problem = messageProblem(message)
      if (problem !== null) throw new AppError('MALFORMED_REQUEST', problem)
      route.admit(request)
      if (route.params) this.#validate(route.params, request.params, 'params')
      if (route.querystring) this.#validate(route.querystring, request.query, 'querystring')
      return route.answer(request)
    } catch (error) {
      return { error, headers: {} }
    }
  }

  #validate(schema: TSchema, value: unknown, part: CheckedPart): void {
    let validate = this.#validators.get(schema)
    if (validate === undefined) {
      validate = compileTexts(schema)
      this.#validators.set(schema, validate)
    }
    if (!validate(value)) throw validationFailed(detailsOf(validate.errors ?? [], part))
  }

  #write(exchange: Exchange, answer: Answer): void {
    try {
      if ('error' in answer) this.#writeError(exchange, answer)
      else if (typeof answer.body === 'function') {
        const { head, body } = answer
        this.#writeStream(exchange, head, body).catch((error) => this.#giveUp(exchange, error))
      } else {
        this.#writeHead(exchange, answer.head)
        exchange.response.end(answer.body)
        this.#complete(exchange, answer.head.status)
      }
    } catch (error) {
      // A bug, such as a header field that HTTP does not allow.
      if ('error' in answer || exchange.response.headersSent) this.#giveUp(exchange, error)
      else this.#write(exchange, { error, headers: {} })
    }
  }

  #giveUp({ message, response, id }: Exchange, error: unknown): void {
    this.#options.logOf(message, id).error({ err: error }, 'an answer could not be written')
    response.destroy()
  }

  async #writeStream(exchange: Exchange, head: AnswerHead, stream: ByteStream): Promise<void> {
    const { response, message, id } = exchange
    try {
      await streamToSocket(response, () => this.#writeHead(exchange, head), stream)
    } catch (error) {
      if (!response.headersSent) {
        this.#write(exchange, { error, headers: head.headers })
        return
      }
      if (!response.destroyed) {
        this.#options.logOf(message, id).error({ err: error }, 'the answer was broken off')
      }
      // Otherwise the client would mistake the partial body for a complete one.
      response.destroy()
    }
    this.#complete(exchange, head.status)
  }

  #writeHead({ response, answeredId }: Exchange, head: AnswerHead): void {
    // If the client has disconnected, Node discards the answer.
    if (response.headersSent) return
    if (this.#isClosing) response.shouldKeepAlive = false
    const fields = this.#fieldsOf(head).slice()
    fields[fields.length - 1] = answeredId
    response.writeHead(head.status, fields)
  }

  /** Names and values alternate. The last value is the request id, which is filled in per request. */
  #fieldsOf(head: AnswerHead): string[] {
    const known = this.#fields.get(head)
    if (known !== undefined) return known
    const headers = { ...this.#options.headers, ...head.headers, 'x-request-id': '' }
    const fields = Object.entries(headers).flat()
    this.#fields.set(head, fields)
    return fields
  }

  #writeError(exchange: Exchange, { error, headers: given }: FailedAnswer): void {
    const { route, message, request, response, id, answeredId } = exchange
    const known = publicError(error)
    logError(known, () => this.#options.logOf(message, id))
    const { headers, body } = errorAnswer(known, { url: request.url, id: answeredId })
    const page = route.renderError(body, request)
    const all: Record<string, string> = { ...given, ...headers, ...page?.headers }
    for (const name of describing) delete all[name]
    const text = page?.body ?? JSON.stringify(body)
    const answer = prepareAnswer({ status: body.status, headers: all, body: text })
    this.#writeHead(exchange, answer.head)
    response.end(answer.body)
    this.#complete(exchange, body.status, known)
  }

  #complete(exchange: Exchange, status: number, error?: AppError): void {
    const { pattern, request, message, id, startMs } = exchange
    this.#options.completions.notify({
      method: request.method,
      url: request.url,
      ip: request.ip,
      route: pattern,
      isProbe: false,
      status,
      seconds: (performance.now() - startMs) / 1000,
      error,
      log: () => this.#options.logOf(message, id),
    })
  }
}
