import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'fast-querystring'
import { whenClientLeaves } from '../request/client-left.js'

type Parts = { request: IncomingMessage; response: ServerResponse; ip: string }

/** The parts of a request that an answer may depend on. */
export class AnswerRequest<Params = unknown, Query = unknown> {
  readonly method: string
  /** The request target, unmodified. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly params: Params
  /** The address of the client; see `clientAddress`. */
  readonly ip: string
  readonly #response: ServerResponse
  readonly #queryText: string
  #query: Query | undefined
  #signal: AbortSignal | undefined

  constructor({ request, response, ip }: Parts, params: Params, queryText: string) {
    this.method = request.method ?? ''
    this.url = request.url ?? ''
    this.headers = request.headers
    this.params = params
    this.#queryText = queryText
    this.ip = ip
    this.#response = response
  }

  /** Parsed when it is first read, as Fastify parses it. */
  get query(): Query {
    this.#query ??= parse(this.#queryText) as Query
    return this.#query
  }

  /** Aborted if the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    this.#signal ??= whenClientLeaves({ raw: this.#response })
    return this.#signal
  }
}
