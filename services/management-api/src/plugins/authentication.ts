import jwt from '@fastify/jwt'
import type { ScopedDatabase } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Keyring } from '../keyring.js'
import { isUuid } from '../uuid.js'
import { authorityRepository } from './authority-repository.js'
import type { CallLimits } from './rate-limits/rate-limits.js'
import type { TokenClaims } from './token-claims.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether an access token is read where one is sent: then the call counts for its user. */
    readsToken?: true
    /** Whether the route limits its calls itself, in place of the limit of calls without a token. */
    hasOwnLimit?: true
  }
}

export type TokenOptions = { keyring: Keyring; lifetimeSeconds: number }

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: TokenClaims
    user: TokenClaims
  }
}

const issuer = 'vitrine'
const audience = 'vitrine-management'

/**
 * Access tokens: JWTs of one fixed algorithm, with `sub`, `sid`, `iat`, `exp`, `iss`, `aud` and
 * nothing else; the header's `kid` names the secret. Session and role are read per request, so that
 * a change counts at once.
 */
export async function accessTokens(app: App, { keyring, lifetimeSeconds }: TokenOptions) {
  const { kid, secret } = keyring.current
  await app.register(jwt, {
    secret: {
      private: secret,
      public: async (_request: FastifyRequest, token: unknown) => secretOf(keyring, token),
    },
    // With the header, which `secretOf` reads.
    decode: { complete: true },
    sign: { algorithm: 'HS256', expiresIn: lifetimeSeconds, iss: issuer, aud: audience, kid },
    verify: {
      algorithms: ['HS256'],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['sub', 'iat', 'exp', 'iss', 'aud'],
    },
  })
  return {
    lifetimeSeconds,
    issue: (userId: string, sessionId: string): string =>
      app.jwt.sign({ sub: userId, sid: sessionId }),
  }
}

export type AccessTokens = Awaited<ReturnType<typeof accessTokens>>

/** @throws for a token that names a secret which this instance does not have. */
function secretOf(keyring: Keyring, token: unknown): string {
  const { kid } = (token as { header: { kid?: unknown } }).header
  const secret = keyring.find(kid)
  if (secret === null) throw new Error('the token names an unknown secret')
  return secret
}

/**
 * Every route of this scope needs a valid bearer token. Runs before a body is read. Whether the
 * token's session goes on is for the scopes below: `requireSession`, or the look-up of the role.
 */
export function requireToken(scope: App, limits: CallLimits): void {
  scope.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ accessToken: [] }] }
    route.config = { ...route.config, readsToken: true }
  })
  scope.addHook('onRequest', (request) => verifyAndCount(request, limits))
}

/** Every route of this scope needs a token of a session that has not ended. */
export function requireSession(scope: App, database: ScopedDatabase): void {
  scope.addHook('onRequest', async ({ user }) => {
    if (!(await authorityRepository(database.forActor({ userId: user.sub })).hasSession(user)))
      throw sessionEnded()
  })
}

/**
 * For the routes of this scope that take a bearer token and work without one, which say so by
 * `readsToken`: sets `request.user` where there is a token, which must be good and of a session that
 * has not ended.
 */
export function readTokens(
  scope: App,
  { database, limits }: { database: ScopedDatabase; limits: CallLimits },
): void {
  scope.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.readsToken !== true || !sendsToken(request)) return
    await verifyAndCount(request, limits)
    const { user } = request
    const authorities = authorityRepository(database.forActor({ userId: user.sub }))
    if (!(await authorities.hasSession(user))) throw sessionEnded()
  })
}

/**
 * Verifies the token and counts the call for its user, before the database is asked. One that is not
 * valid counts as none: a stranger cannot send any text to get the share of a user.
 *
 * @throws AppError as `verifyToken`; TOO_MANY_REQUESTS
 */
async function verifyAndCount(request: FastifyRequest, limits: CallLimits): Promise<void> {
  try {
    await verifyToken(request)
  } catch (error) {
    // A call without a token was counted on arrival.
    if (sendsToken(request)) limits.countAnonymousCall(request.ip)
    throw error
  }
  limits.countUserCall(request.user.sub)
}

/** Sets `request.user`. @throws AppError TOKEN_MISSING, TOKEN_EXPIRED, TOKEN_INVALID */
export async function verifyToken(request: FastifyRequest): Promise<void> {
  if (!sendsToken(request)) {
    throw new AppError(
      'TOKEN_MISSING',
      'This call needs an access token. Send the header Authorization: Bearer <accessToken>.',
    )
  }
  try {
    await request.jwtVerify()
  } catch (cause) {
    if ((cause as { code?: string }).code === 'FST_JWT_AUTHORIZATION_TOKEN_EXPIRED') {
      throw new AppError(
        'TOKEN_EXPIRED',
        'The access token has expired. Get a new one with POST /api/auth/refresh.',
        { cause },
      )
    }
    throw invalidToken(cause)
  }
  const { sub, sid } = request.user
  if (!isUuid(sub) || (sid !== undefined && !isUuid(sid))) throw invalidToken()
}

/** Whether the request has a bearer token, good or bad. The scheme's case does not matter. */
export const sendsToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer +\S/i.test(headers.authorization ?? '')

export const sessionEnded = () =>
  new AppError('SESSION_ENDED', 'The session of this access token has ended. Log in again.')

const invalidToken = (cause?: unknown) =>
  new AppError(
    'TOKEN_INVALID',
    'The access token is not valid. Send one from register, login or refresh, unchanged.',
    { cause },
  )
