import jwt from '@fastify/jwt'
import { AppError } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import { type App, documentErrors } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { actorOf, type Bearer, sendsToken, type TokenClaims } from '../changes/rights/bearer.js'
import { sentPersonalToken, type VerifyPersonalToken } from '../changes/rights/personal-tokens.js'
import { rightsRepository } from '../changes/rights/repository.js'
import { requireLive } from '../changes/rights/rights.js'
import { requireAdmitted } from '../changes/rights/token-limits.js'
import { isUuid } from '../fields/uuid.js'
import type { CallLimits } from '../limits/call-limits.js'
import type { Keyring } from '../secrets/keyring.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether an access token is read if one is sent. The call then counts for its user. */
    readsToken?: true
    /** Whether the route has its own limit instead of the one for calls without a token. */
    hasOwnLimit?: true
  }
}

type TokenOptions = { keyring: Keyring; lifetimeSeconds: number }

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: TokenClaims
    user: Bearer
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

/** @throws for a token with the id of a secret that this instance does not have. */
function secretOf(keyring: Keyring, token: unknown): string {
  const { kid } = (token as { header: { kid?: unknown } }).header
  const secret = keyring.find(kid)
  if (secret === null) throw new Error('the token names an unknown secret')
  return secret
}

/**
 * Every route of this scope needs a valid bearer token of a kind that the route accepts. Runs before the
 * body is read. Nested scopes check whether the token was revoked: by `requireLiveToken`, or with the
 * look-up of the role.
 */
export function requireToken(
  scope: App,
  {
    callLimits,
    verifyPersonalToken,
  }: { callLimits: CallLimits; verifyPersonalToken: VerifyPersonalToken },
): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, readsToken: true }
  })
  documentErrors(scope, ['TOKEN_MISSING', 'TOKEN_EXPIRED', 'TOKEN_INVALID'])
  scope.addHook('onRequest', async (request) => {
    await counting(request, callLimits, () => {
      const personalToken = sentPersonalToken(request)
      return personalToken === null
        ? verifyAccessToken(request)
        : verifyPersonalToken(request, personalToken)
    })
    requireAdmitted(request.user, request.routeOptions.config.tokens)
  })
}

/** Every route of this scope needs a token that is still valid. */
export function requireLiveToken(scope: App, database: ScopedDatabase): void {
  documentErrors(scope, ['SESSION_ENDED'])
  scope.addHook('onRequest', async ({ user }) => {
    const rights = rightsRepository(database.forActor(actorOf(user)).sql)
    requireLive(user, await rights.tokenState(user))
  })
}

/**
 * For routes of this scope that work with and without a bearer token, which state `readsToken`. Sets
 * `request.user` if there is a token. The token must be valid, and its session must not have ended.
 */
export function readTokens(
  scope: App,
  { database, callLimits }: { database: ScopedDatabase; callLimits: CallLimits },
): void {
  documentErrors(scope, ({ config }) =>
    config?.readsToken === true ? ['TOKEN_EXPIRED', 'TOKEN_INVALID', 'SESSION_ENDED'] : [],
  )
  scope.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.readsToken !== true || !sendsToken(request)) return
    await counting(request, callLimits, () => verifyAccessToken(request))
    const { user } = request
    const rights = rightsRepository(database.forActor(actorOf(user)).sql)
    requireLive(user, await rights.tokenState(user))
  })
}

/**
 * Counts the call for the user of the token found by `verify`. A call with an invalid token counts as
 * anonymous, so that a stranger cannot use up the limit of a user.
 *
 * @throws AppError as `verify`; TOO_MANY_REQUESTS
 */
async function counting(
  request: FastifyRequest,
  limits: CallLimits,
  verify: () => Promise<void>,
): Promise<void> {
  try {
    await verify()
  } catch (error) {
    // A call without a token was counted on arrival.
    if (sendsToken(request)) limits.countAnonymousCall(request.ip)
    throw error
  }
  limits.countUserCall(request.user.sub)
}

/** Sets `request.user`. @throws AppError TOKEN_MISSING, TOKEN_EXPIRED, TOKEN_INVALID */
async function verifyAccessToken(request: FastifyRequest): Promise<void> {
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
  // Other claims are dropped: only a row makes the caller a personal access token.
  request.user = { sub, ...(sid !== undefined && { sid }) }
}

const invalidToken = (cause?: unknown) =>
  new AppError(
    'TOKEN_INVALID',
    'The access token is not valid. Send one from register, login or refresh, unchanged.',
    { cause },
  )
