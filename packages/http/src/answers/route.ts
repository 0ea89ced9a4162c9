import type { TSchema } from '@vitrine/typebox'
import type { ErrorBody } from '../errors/error-body.js'
import type { Answer } from './answer.js'
import type { AnswerRequest } from './answer-request.js'

/** An error rendered in a media type other than JSON. */
type ErrorPage = { headers: Readonly<Record<string, string>>; body: string }

export type AnswerRoute = {
  /** Called first for every request. An error that it throws becomes the answer, for example a rate limit. */
  admit: (request: AnswerRequest) => void
  /** Answers a validated request: synchronously from memory, or with a promise. */
  answer: (request: AnswerRequest) => Answer | Promise<Answer>
  /** Renders an error; null selects JSON. */
  renderError: (error: ErrorBody, request: AnswerRequest) => ErrorPage | null
  params: TSchema | undefined
  querystring: TSchema | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    answer?: AnswerRoute
  }
}
