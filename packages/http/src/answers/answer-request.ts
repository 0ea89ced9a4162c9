import type { IncomingMessage, ServerResponse } from 'node:http'
import { whenClientLeaves } from '../request/client-left.js'

type Parts = { request: IncomingMessage; response: ServerResponse; ip: string }

/** The parts of a request that an answer may depend on. */
export class AnswerRequest<Params = unknown, Query = unknown> {
  readonly method: string
  /** The request target, unmodified. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly params: Params
  readonly query: Query
  /** The address of the client; see `clientAddress`. */
  readonly ip: string
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined

  constructor({ request, response, ip }: Parts, params: Params, query: Query) {
    this.method = request.method ?? ''
    this.url = request.url ?? ''
    this.headers = request.headers
    this.params = params
    this.query = query
    this.ip = ip
    this.#response = response
  }

  /** Aborted if the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    this.#signal ??= whenClientLeaves({ raw: this.#response })
    return this.#signal
  }
}
