import { type App, PageQuery } from '@vitrine/http'
import { CreatedInvitation, InvitationPage, InvitationParams, NewInvitation } from './schemas.js'
import type { InvitationService } from './service.js'

const tags = ['Invitations']

/** Routes within an organization. */
export function invitationRoutes(scope: App, invitations: InvitationService): void {
  scope.post(
    '/invitations',
    {
      config: {
        openapi: { errors: ['ALREADY_MEMBER', 'QUOTA_EXCEEDED'] },
        role: 'ADMIN',
        tokens: 'refused',
        repeats: {
          requireUsable: ({ tenant }, { id }) => invitations.requireOpen(tenant, String(id)),
        },
      },
      schema: {
        summary: 'Invite someone; the token is good once, for 7 days',
        description:
          'The answer has the token, which is shown once. If the installation sends mail, a mail brings it, too. Another invitation of the same address replaces the first.',
        tags,
        body: NewInvitation,
        response: { 201: CreatedInvitation },
      },
    },
    ({ tenant, body }) => invitations.create(tenant, body),
  )
  scope.get(
    '/invitations',
    {
      config: { role: 'VIEWER', tokens: 'refused' },
      schema: {
        summary: 'List the open invitations',
        description:
          'Those that are neither accepted nor withdrawn, expired ones too. Their tokens are not shown again.',
        tags,
        querystring: PageQuery,
        response: { 200: InvitationPage },
      },
    },
    ({ tenant, query }) => invitations.list(tenant, query),
  )
  scope.delete(
    '/invitations/:invitationId',
    {
      config: { role: 'ADMIN', tokens: 'refused' },
      schema: {
        summary: 'Withdraw an invitation',
        description: 'Its token is refused from the answer on.',
        tags,
        params: InvitationParams,
      },
    },
    ({ tenant, params }) => invitations.delete(tenant, params.invitationId),
  )
}
