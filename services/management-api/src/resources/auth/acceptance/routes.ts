import { type App, idempotencyKey } from '@vitrine/http'
import { callOf } from '../../../changes/author.js'
import { sendsToken } from '../../../changes/rights/bearer.js'
import { clientOf } from '../client.js'
import { Acceptance, InvitationToken, SessionAnswer, ShownInvitation } from '../schemas.js'
import { givesSession, type RefreshCookie, repeatsSession } from '../sessions/refresh-cookie.js'
import type { Sessions } from '../sessions/sessions.js'
import type { DeviceCookies } from '../throttling/device-cookies.js'
import type { InvitationAcceptance } from './acceptance.js'

type Deps = {
  acceptance: InvitationAcceptance
  sessions: Pick<Sessions, 'requireUnspent'>
  devices: DeviceCookies
  refreshCookie: RefreshCookie
}

/** Routes for holders of an invitation's token, logged in or not. */
export function acceptanceRoutes(
  scope: App,
  { acceptance, sessions, devices, refreshCookie }: Deps,
): void {
  scope.post(
    '/invitations/lookup',
    {
      config: { openapi: { errors: ['INVITATION_INVALID'] } },
      schema: {
        summary: 'Show an invitation to the person who has its link',
        description:
          'Who invites which address, to which organization and in which role. It changes nothing; the token stays valid.',
        operationId: 'lookupInvitation',
        tags: ['Invitations'],
        body: InvitationToken,
        response: { 200: ShownInvitation },
      },
    },
    ({ body }) => acceptance.show(body.token),
  )
  scope.post(
    '/invitations/accept',
    {
      config: {
        readsToken: true,
        repeats: {
          ...repeatsSession(sessions, refreshCookie),
          // With the account, so that a call of another one does not get this one's session.
          content: (request) => ({
            ...(request.body as Acceptance),
            account: sendsToken(request) ? request.user.sub : undefined,
          }),
        },
        openapi: {
          ...givesSession.openapi,
          errors: [
            'CREDENTIALS_INVALID',
            'INVITATION_INVALID',
            'EMAIL_TAKEN',
            'ALREADY_MEMBER',
            'QUOTA_EXCEEDED',
            'OVERLOADED',
          ],
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
        tags: ['Invitations'],
        body: Acceptance,
        response: { 200: SessionAnswer },
      },
    },
    async (request, reply) => {
      const token = sendsToken(request) ? request.user : null
      const requester = { ...callOf(request), client: clientOf(request), token }
      const { session: mode, ...input } = request.body
      const session = await acceptance.accept(input, requester)
      devices.set(reply, session.user.id)
      return refreshCookie.deliver(reply, session, mode)
    },
  )
}
