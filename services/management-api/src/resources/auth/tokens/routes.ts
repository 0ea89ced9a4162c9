import { type App, PageQuery } from '@vitrine/http'
import { personOf } from '../../../changes/author.js'
import { clientOf } from '../client.js'
import { CreatedToken, NewToken, TokenPage, TokenParams } from './schemas.js'
import type { TokenService } from './service.js'

const tags = ['Accounts']

/** Personal access tokens of the person whose access token it is. */
export function tokenRoutes(scope: App, tokens: TokenService): void {
  scope.post(
    '/tokens',
    {
      config: {
        repeats: {
          requireUsable: (request, { id }) => tokens.requireUsable(personOf(request), String(id)),
        },
        openapi: {
          errors: [
            'PASSWORD_WRONG',
            'ORGANIZATION_NOT_FOUND',
            'QUOTA_EXCEEDED',
            'PROJECT_NOT_FOUND',
            'OVERLOADED',
          ],
        },
      },
      schema: {
        summary: 'Create a personal access token, for scripts and CI',
        description:
          'It is sent as an access token is, and lasts a year at most. Its right is the smaller of its ' +
          'role and your role at the time of the call, in one organization or one project of it. ' +
          'It is refused below /api/auth (but for GET /api/auth/me), for members, invitations and the deletion of the organization. ' +
          'The call needs the password of the account, and a mail tells its owner of the token.',
        tags,
        body: NewToken,
        response: { 201: CreatedToken },
      },
    },
    (request) => tokens.create(personOf(request), clientOf(request), request.body),
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
      config: { openapi: { errors: ['TOKEN_NOT_FOUND'] } },
      schema: {
        summary: 'Revoke a personal access token, at once',
        description: 'Calls with the token are refused from the answer on.',
        tags,
        params: TokenParams,
      },
    },
    (request) => tokens.revoke(personOf(request), request.params.tokenId),
  )
}
