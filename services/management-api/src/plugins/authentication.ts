import jwt from '@fastify/jwt'
import { AppError } from '@vitrine/errors'
import type { App } from '@vitrine/http'

export type TokenOptions = { secret: string; lifetimeSeconds: number }

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string }
    user: { sub: string }
  }
}

const issuer = 'vitrine'
const audience = 'vitrine-management'

/**
 * Access tokens: JWTs of one fixed algorithm, with `sub`, `iat`, `exp`, `iss`, `aud` and nothing
 * else. They carry no role: roles are read per request, so that a change counts at once.
 */
export async function accessTokens(app: App, { secret, lifetimeSeconds }: TokenOptions) {
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', expiresIn: lifetimeSeconds, iss: issuer, aud: audience },
    verify: {
      algorithms: ['HS256'],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['sub', 'iat', 'exp', 'iss', 'aud'],
    },
  })
  return {
    lifetimeSeconds,
    issue: (userId: string): string => app.jwt.sign({ sub: userId }),
  }
}

export type AccessTokens = Awaited<ReturnType<typeof accessTokens>>

/** Every route of this scope needs a valid bearer token. Runs before a body is read. */
export function requireToken(scope: App): void {
  scope.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ accessToken: [] }] }
  })
  scope.addHook('onRequest', async (request) => {
    try {
      await request.jwtVerify()
    } catch (cause) {
      throw new AppError(
        'TOKEN_INVALID',
        'This call needs a valid access token: Authorization: Bearer <accessToken>.',
        { cause },
      )
    }
  })
}
