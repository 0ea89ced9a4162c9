import { type App, idempotencyKey, PageQuery } from '@vitrine/http'
import { callOf } from '../../changes/author.js'
import { created } from '../../changes/idempotency/plugin.js'
import { sendsToken } from '../../scopes/authentication.js'
import type { InvitationAcceptance } from '../auth/acceptance/acceptance.js'
import { clientOf } from '../auth/client.js'
import { SessionAnswer } from '../auth/schemas.js'
import { givesSession } from '../auth/sessions/documented.js'
import type { RefreshCookie } from '../auth/sessions/refresh-cookie.js'
import type { Sessions } from '../auth/sessions/sessions.js'
import type { DeviceCookies } from '../auth/throttling/device-cookies.js'
import {
  Acceptance,
  CreatedInvitation,
  InvitationPage,
  InvitationParams,
  NewInvitation,
} from './schemas.js'
import type { InvitationService } from './service.js'

const tags = ['Invitations']

/** Routes within an organization. */
export function invitationRoutes(scope: App, invitations: InvitationService): void {
  scope.post(
    '/invitations',
    {
      config: { role: 'ADMIN', tokens: 'refused' },
      schema: {
        summary: 'Invite someone; the token is good once, for 7 days',
        tags,
        body: NewInvitation,
        response: { 201: CreatedInvitation },
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        request.body,
        () => invitations.create(request.tenant, request.body),
        { requireUsable: ({ id }) => invitations.requireOpen(request.tenant, id) },
      ),
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
    async ({ tenant, params }, reply) => {
      await invitations.delete(tenant, params.invitationId)
      return reply.code(204).send()
    },
  )
}

type AcceptanceDeps = {
  acceptance: InvitationAcceptance
  sessions: Pick<Sessions, 'requireUnspent'>
  devices: DeviceCookies
  refreshCookie: RefreshCookie
}

/** Routes for holders of an invitation's token, logged in or not. */
export function acceptanceRoutes(
  scope: App,
  { acceptance, sessions, devices, refreshCookie }: AcceptanceDeps,
): void {
  scope.post(
    '/invitations/accept',
    {
      config: {
        readsToken: true,
        openapi: {
          ...givesSession.openapi,
          errors: [403, 404],
          headers: { 'Idempotency-Key': idempotencyKey },
        },
      },
      schema: {
        summary: 'Accept an invitation and log in; makes the account where there is none',
        description:
          'A person who is logged in sends the access token and no password. Without an access ' +
          'token the call needs the password of the invited account, or name and password of a new one. ' +
          givesSession.description,
        security: [{}, { accessToken: [] }],
        tags,
        body: Acceptance,
        response: { 200: SessionAnswer },
      },
    },
    async (request, reply) => {
      const token = sendsToken(request) ? request.user : null
      const requester = { ...callOf(request), client: clientOf(request), token }
      const { session: mode, ...input } = request.body
      const accept = async () => {
        const session = await acceptance.accept(input, requester)
        devices.set(reply, session.user.id)
        return session
      }
      // With the account, so that a call of another one does not get this one's session.
      const content = { ...request.body, account: token?.sub }
      return created(request, reply, content, accept, {
        status: 200,
        requireUsable: ({ refreshToken }) => sessions.requireUnspent(refreshToken),
        present: (session) => refreshCookie.deliver(reply, session, mode),
      })
    },
  )
}
