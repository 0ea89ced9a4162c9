import type { FastifySchema } from 'fastify'
import type { Static, TSchema } from 'typebox'
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
