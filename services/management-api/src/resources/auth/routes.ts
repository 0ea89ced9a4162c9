import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { callOf, originOf } from '../../changes/author.js'
import type { CallLimits } from '../../limits/call-limits.js'
import { clientOf } from './client.js'
import { Credentials, Registration, SessionAnswer, SessionToken } from './schemas.js'
import type { AuthService } from './service.js'
import {
  byCookie,
  givesSession,
  type RefreshCookie,
  repeatsSession,
} from './sessions/refresh-cookie.js'
import type { Sessions } from './sessions/sessions.js'
import type { DeviceCookies } from './throttling/device-cookies.js'

const tags = ['Accounts']

type Deps = {
  /** Calls with a refresh token that is not valid count as calls without an access token. */
  callLimits: Pick<CallLimits, 'countAnonymousCall'>
  auth: AuthService
  sessions: Sessions
  refreshCookie: RefreshCookie
  devices: DeviceCookies
}

/** For callers without a valid access token. */
export function authRoutes(scope: App, deps: Deps): void {
  const { callLimits, auth, sessions, refreshCookie, devices } = deps
  scope.post(
    '/register',
    {
      config: {
        hasOwnLimit: true,
        repeats: repeatsSession(sessions, refreshCookie),
        openapi: {
          ...givesSession.openapi,
          errors: ['EMAIL_TAKEN', 'ORGANIZATION_SLUG_TAKEN', 'OVERLOADED'],
        },
      },
      schema: {
        summary: 'Register an account and its organization',
        description: `Answers 201 with a session of the new account, which is OWNER of the new organization. An address that has an account, verified or not, is refused with 409 EMAIL_TAKEN: log in, or reset the password. Send an Idempotency-Key, so that a form that is sent twice makes one account. ${givesSession.description}`,
        tags,
        body: Registration,
        response: { 201: SessionAnswer },
      },
    },
    async (request, reply) => {
      const { session: mode, ...registration } = request.body
      const requester = { ...callOf(request), client: clientOf(request) }
      const session = await auth.register(registration, requester)
      devices.set(reply, session.user.id)
      return refreshCookie.deliver(reply, session, mode)
    },
  )
  scope.post(
    '/login',
    {
      config: {
        hasOwnLimit: true,
        openapi: { ...givesSession.openapi, errors: ['CREDENTIALS_INVALID', 'OVERLOADED'] },
      },
      schema: {
        summary: 'Log in',
        description: `After several failures for an account or from an address, further attempts are refused for a while. ${givesSession.description}`,
        tags,
        body: Credentials,
        response: { 200: SessionAnswer },
      },
    },
    async (request, reply) => {
      const { session: mode, ...credentials } = request.body
      const session = await auth.login(credentials, clientOf(request))
      devices.set(reply, session.user.id)
      return refreshCookie.deliver(reply, session, mode)
    },
  )
  scope.post(
    '/refresh',
    {
      config: {
        hasOwnLimit: true,
        openapi: { ...givesSession.openapi, errors: ['REFRESH_TOKEN_INVALID'] },
      },
      schema: {
        summary: 'Exchange a refresh token for a new pair of tokens',
        description: `A refresh token is good once. Sent again within 10 seconds, it is answered with the newest tokens of the session; later its reuse ends the session. ${givesSession.description}`,
        tags,
        body: SessionToken,
        response: { 200: SessionAnswer },
      },
    },
    async (request, reply) => {
      const { session: mode } = request.body
      const token = sentToken(request, refreshCookie)
      try {
        const session = await sessions.refresh(token, clientOf(request))
        return refreshCookie.deliver(reply, session, mode)
      } catch (error) {
        if (!hasEnded(error)) throw error
        if (mode === 'cookie') refreshCookie.clear(request, reply)
        callLimits.countAnonymousCall(request.ip)
        throw error
      }
    },
  )
  scope.post(
    '/logout',
    {
      config: { hasOwnLimit: true },
      schema: {
        summary: 'End the session of a refresh token',
        description: `Answers 204 for a token that is not valid, too. ${byCookie}`,
        tags,
        body: SessionToken,
      },
    },
    async (request, reply) => {
      const isEnded = await sessions.end(sentToken(request, refreshCookie), originOf(request))
      if (!isEnded) callLimits.countAnonymousCall(request.ip)
      if (request.body.session === 'cookie') refreshCookie.clear(request, reply)
    },
  )
}

/** The refresh token of the body or of the cookie. */
function sentToken(
  request: FastifyRequest<{ Body: SessionToken }>,
  refreshCookie: RefreshCookie,
): string {
  const { refreshToken, session } = request.body
  if (session === undefined && refreshToken !== undefined) return refreshToken
  if (session !== undefined && refreshToken === undefined) return refreshCookie.read(request)
  const message = refreshToken
    ? 'must be left out if session is cookie'
    : 'is required, unless session is cookie'
  throw validationFailed([{ field: 'refreshToken', message }])
}

const hasEnded = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'REFRESH_TOKEN_INVALID'
