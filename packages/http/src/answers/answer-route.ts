import type { FastifySchema } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { App } from '../app.js'
import type { ErrorBody } from '../errors/error-body.js'
import type { OperationNotes } from '../openapi/operation.js'
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

type Options<Params extends TSchema, Query extends TSchema> = {
  schema: Omit<FastifySchema, 'params' | 'querystring'> & {
    params?: Params
    querystring?: Query
  }
  openapi: OperationNotes
  admit: AnswerRoute['admit']
  answer: (request: AnswerRequest<Static<Params>, Static<Query>>) => Answer | Promise<Answer>
  renderError?: AnswerRoute['renderError']
}

declare module 'fastify' {
  interface FastifyContextConfig {
    answer?: AnswerRoute
  }
}

/**
 * Adds a route for GET and HEAD that is answered in front of Fastify: what Fastify creates for each
 * request (a request, a reply, a logger, runs of hooks) costs as much as the rest of an answer from
 * memory. So hooks do not run for it. Headers, request ids, validation, errors, the log and the metrics
 * are those of any other route.
 */
export function answerRoute<Params extends TSchema, Query extends TSchema>(
  scope: App,
  url: string,
  { schema, openapi, admit, answer, renderError = () => null }: Options<Params, Query>,
): void {
  const route: AnswerRoute = {
    admit,
    // The server has validated both parts by the schemas.
    answer: answer as AnswerRoute['answer'],
    renderError,
    params: schema.params,
    querystring: schema.querystring,
  }
  scope.get(url, {
    schema,
    config: { openapi, answer: route },
    // Only for a request that was injected into Fastify, past the server.
    handler: (request, reply) => {
      scope.serveAnswer(request.raw, reply.hijack().raw)
    },
  })
}
