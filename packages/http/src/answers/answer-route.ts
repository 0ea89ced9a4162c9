import type { Static, TSchema } from '@vitrine/typebox'
import type { FastifySchema } from 'fastify'
import type { App } from '../app.js'
import type { OperationNotes } from '../openapi/operation.js'
import type { Answer } from './answer.js'
import type { AnswerRequest } from './answer-request.js'
import type { AnswerRoute } from './route.js'

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

/**
 * Adds a GET and HEAD route that is answered before Fastify sees the request. The objects and hooks that
 * Fastify creates per request cost as much as the rest of an answer from memory. Hooks do not run for such
 * a route; headers, request ids, validation, errors, the log and the metrics are the same as for any other
 * route.
 */
export function answerRoute<Params extends TSchema, Query extends TSchema>(
  scope: App,
  url: string,
  { schema, openapi, admit, answer, renderError = () => null }: Options<Params, Query>,
): void {
  const route: AnswerRoute = {
    admit,
    // The server has validated params and query against the schemas.
    answer: answer as AnswerRoute['answer'],
    renderError,
    params: schema.params,
    querystring: schema.querystring,
  }
  scope.get(url, {
    schema,
    config: { openapi, answer: route },
    // Only reached by requests injected into Fastify, which bypass the server.
    handler: (request, reply) => {
      scope.serveAnswer(request.raw, reply.hijack().raw)
    },
  })
}
