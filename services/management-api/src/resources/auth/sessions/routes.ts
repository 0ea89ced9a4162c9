import { type App, PageQuery } from '@vitrine/http'
import { personOf } from '../account/routes.js'
import { SessionPage, SessionParams } from '../schemas.js'
import type { SessionService } from './service.js'

const tags = ['Accounts']

export function sessionRoutes(scope: App, sessions: SessionService): void {
  scope.get(
    '/sessions',
    {
      schema: {
        summary: 'List the sessions of the account',
        description: '`lastUsed` is at most a few minutes behind.',
        tags,
        querystring: PageQuery,
        response: { 200: SessionPage },
      },
    },
    ({ user, query }) => sessions.list(user, query),
  )
  scope.delete(
    '/sessions/:sessionId',
    {
      schema: {
        summary: 'End a session of the account, with its access tokens',
        tags,
        params: SessionParams,
      },
    },
    async (request, reply) => {
      await sessions.end(personOf(request), request.params.sessionId)
      return reply.code(204).send()
    },
  )
  scope.delete(
    '/sessions',
    {
      schema: {
        operationId: 'deleteOtherSessions',
        summary: 'End all sessions of the account but the one of this call',
        tags,
      },
    },
    async (request, reply) => {
      await sessions.endOthers(personOf(request))
      return reply.code(204).send()
    },
  )
}
