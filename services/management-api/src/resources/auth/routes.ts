import type { App } from '@vitrine/http'
import { callOf, originOf } from '../../authority/call.js'
import { created } from '../../idempotency/plugin.js'
import { clientOf } from './client.js'
import { Credentials, Registration, Session, SessionToken } from './schemas.js'
import type { AuthService } from './service.js'
import type { Sessions } from './sessions/sessions.js'
import type { DeviceCookies } from './throttling/device-cookies.js'

const tags = ['Accounts']

/** For callers without a valid access token. */
export function authRoutes(
  scope: App,
  { auth, sessions, devices }: { auth: AuthService; sessions: Sessions; devices: DeviceCookies },
): void {
  scope.post(
    '/register',
    {
      config: { hasOwnLimit: true },
      schema: {
        summary: 'Register an account and its organization',
        tags,
        body: Registration,
        response: { 201: Session },
      },
    },
    (request, reply) => {
      const requester = { ...callOf(request), client: clientOf(request) }
      return created(
        request,
        reply,
        request.body,
        async () => {
          const session = await auth.register(request.body, requester)
          devices.set(reply, session.user.id)
          return session
        },
        ({ refreshToken }) => sessions.requireUnspent(refreshToken),
      )
    },
  )
  scope.post(
    '/login',
    {
      config: { hasOwnLimit: true },
      schema: { summary: 'Log in', tags, body: Credentials, response: { 200: Session } },
    },
    async (request, reply) => {
      const session = await auth.login(request.body, clientOf(request))
      devices.set(reply, session.user.id)
      return session
    },
  )
  scope.post(
    '/refresh',
    {
      schema: {
        summary: 'Exchange a refresh token for a new pair of tokens',
        tags,
        body: SessionToken,
        response: { 200: Session },
      },
    },
    (request) => sessions.refresh(request.body.refreshToken, clientOf(request)),
  )
  scope.post(
    '/logout',
    { schema: { summary: 'End the session of a refresh token', tags, body: SessionToken } },
    async (request, reply) => {
      await sessions.end(request.body.refreshToken, originOf(request))
      return reply.code(204).send()
    },
  )
}
