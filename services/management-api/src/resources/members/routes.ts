import type { App } from '@vitrine/http'
import { idOf } from '../../fields/uuid.js'
import { Member, MemberPage, MemberParams, MemberQuery, MemberUpdate } from './schemas.js'
import type { MemberService } from './service.js'

const tags = ['Members']

export function memberRoutes(scope: App, members: MemberService): void {
  scope.get(
    '/members',
    {
      config: { role: 'VIEWER', tokens: 'refused' },
      schema: {
        summary: 'List the members of an organization',
        description: 'Everyone who has a role in it, with the role.',
        tags,
        querystring: MemberQuery,
        response: { 200: MemberPage },
      },
    },
    ({ tenant, query }) => members.list(tenant, query),
  )
  scope.put(
    '/members/:userId',
    {
      config: {
        openapi: { errors: ['LAST_OWNER'] },
        role: 'ADMIN',
        tokens: 'refused',
        current: (request) => members.get(request.tenant, idOf(request, 'userId')),
      },
      schema: {
        summary: 'Change a member’s role',
        description:
          'Counts from the next call of the member on. An ADMIN can neither make nor change an OWNER, and the last OWNER stays one.',
        tags,
        params: MemberParams,
        body: MemberUpdate,
        response: { 200: Member },
      },
    },
    ({ tenant, params, body }) => members.update(tenant, params.userId, body),
  )
  scope.delete(
    '/members/:userId',
    {
      // Anyone may leave. The service checks the role for removing others.
      config: { openapi: { errors: ['LAST_OWNER'] }, role: 'VIEWER', tokens: 'refused' },
      schema: {
        summary: 'Remove a member, or leave',
        description:
          'An ADMIN removes others; everyone may leave. Open invitations that the member had sent are withdrawn.',
        tags,
        params: MemberParams,
      },
    },
    ({ tenant, params }) => members.remove(tenant, params.userId),
  )
}
