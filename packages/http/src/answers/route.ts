import type { TSchema } from 'typebox'
import type { ErrorBody } from '../errors/error-body.js'
import type { Answer } from './answer.js'
import type { AnswerRequest } from './answer-request.js'

/** An error in another media type than JSON. */
export type ErrorPage = { headers: Readonly<Record<string, string>>; body: string }

/** What the server needs to answer the requests of a route. */
export type AnswerRoute = {
  /** Called first, for every request. What it throws is the answer: a rate limit, for example. */
  admit: (request: AnswerRequest) => void
  /** Answers a request that is valid by the schema: at once from memory, or later. */
  answer: (request: AnswerRequest) => Answer | Promise<Answer>
  /** Renders an error; null: as JSON. */
  renderError: (error: ErrorBody, request: AnswerRequest) => ErrorPage | null
  params: TSchema | undefined
  querystring: TSchema | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    answer?: AnswerRoute
  }
}
