import { type App, PageQuery } from '@vitrine/http'
import { personOf } from '../../../changes/author.js'
import { SessionPage, SessionParams, SessionsEnd } from '../schemas.js'
import type { RefreshCookie } from './refresh-cookie.js'
import type { SessionService } from './service.js'

const tags = ['Accounts']

type Deps = { ownSessions: SessionService; refreshCookie: RefreshCookie }

export function sessionRoutes(scope: App, { ownSessions: sessions, refreshCookie }: Deps): void {
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
      config: { openapi: { errors: ['SESSION_NOT_FOUND'] } },
      schema: {
        summary: 'End a session of the account, with its access tokens',
        description:
          'Calls with its access tokens are refused from the answer on. Ending the session of this call logs out.',
        tags,
        params: SessionParams,
      },
    },
    async (request, reply) => {
      const { sessionId } = request.params
      await sessions.end(personOf(request), sessionId)
      if (sessionId === request.user.sid) refreshCookie.clear(request, reply)
    },
  )
  scope.delete(
    '/sessions',
    {
      schema: {
        operationId: 'deleteOtherSessions',
        summary: 'End all sessions of the account but the one of this call',
        description: 'Personal access tokens stay, unless `revokeTokens` is true.',
        tags,
        body: SessionsEnd,
      },
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {}
      },
    },
    (request) => sessions.endOthers(personOf(request), request.body),
  )
}
