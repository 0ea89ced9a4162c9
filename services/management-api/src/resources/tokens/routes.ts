import { type App, PageQuery } from '@vitrine/http'
import { created } from '../../changes/idempotency/plugin.js'
import { personOf } from '../auth/account/routes.js'
import { CreatedToken, NewToken, TokenPage, TokenParams } from './schemas.js'
import type { TokenService } from './service.js'

const tags = ['Accounts']

/** Personal access tokens of the person whose access token it is. */
export function tokenRoutes(scope: App, tokens: TokenService): void {
  scope.post(
    '/tokens',
    {
      config: { openapi: { errors: [403, 404] } },
      schema: {
        summary: 'Create a personal access token, for scripts and CI',
        description:
          'It is sent as an access token is, and lasts a year at most. Its right is the smaller of its ' +
          'role and your role at the time of the call, in one organization or one project of it. ' +
          'It is refused below /api/auth, for members, invitations and the deletion of the organization.',
        tags,
        body: NewToken,
        response: { 201: CreatedToken },
      },
    },
    (request, reply) =>
      created(request, reply, request.body, () => tokens.create(personOf(request), request.body), {
        requireUsable: ({ id }) => tokens.requireUsable(personOf(request), id),
      }),
  )
  scope.get(
    '/tokens',
    {
      schema: {
        summary: 'List the personal access tokens of the account',
        description:
          '`lastUsed` is at most a few minutes behind. Expired tokens are listed for 30 days.',
        tags,
        querystring: PageQuery,
        response: { 200: TokenPage },
      },
    },
    (request) => tokens.list(personOf(request), request.query),
  )
  scope.delete(
    '/tokens/:tokenId',
    {
      schema: { summary: 'Revoke a personal access token, at once', tags, params: TokenParams },
    },
    async (request, reply) => {
      await tokens.revoke(personOf(request), request.params.tokenId)
      return reply.code(204).send()
    },
  )
}
