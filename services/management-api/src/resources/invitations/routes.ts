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
        role: 'ADMIN',
        tokens: 'refused',
        repeats: {
          requireUsable: ({ tenant }, { id }) => invitations.requireOpen(tenant, String(id)),
        },
      },
      schema: {
        summary: 'Invite someone; the token is good once, for 7 days',
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
      schema: { summary: 'Withdraw an invitation', tags, params: InvitationParams },
    },
    ({ tenant, params }) => invitations.delete(tenant, params.invitationId),
  )
}
