import type { Scoped, Transaction } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { TokenClaims } from '../../../authority/bearer.js'
import type { Origin } from '../../../authority/call.js'
import type { AccessTokens } from '../../../plugins/authentication.js'
import type { SecurityLog } from '../../audit-events/security/log.js'
import { type Client, deviceOf } from '../client.js'
import { authRepository } from '../repository.js'
import type { Session } from '../schemas.js'
import { hashOf, type RefreshTokens } from './refresh-token.js'
import { type FoundToken, rotationRepository, sessionRepository } from './repository.js'

type User = { id: string; name: string; email: string; memberships: { organizationId: string }[] }

type Deps = {
  database: Scoped
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  security: SecurityLog
}

/** How a presented refresh token is handled (RFC 9700, section 4.14.2). */
function fateOf(token: FoundToken | null): 'refuse' | 'rotate' | 'replay' | 'revoke' {
  if (token === null || token.isRevoked) return 'refuse'
  // Within 10 s: two tabs used it, or the answer was lost. Later: it was stolen.
  if (token.isSpent) return token.isReplayable ? 'replay' : 'revoke'
  return token.isExpired ? 'refuse' : 'rotate'
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const sessionClientOf = ({ address, userAgent }: Client) => ({
  address,
  device: deviceOf(userAgent),
})

/** Begins, continues and ends sessions. */
export function createSessions({ database, accessTokens, refreshTokens, security }: Deps) {
  const sessions = sessionRepository(database)

  const answer = (user: User, sessionId: string, refreshToken: string): Session => ({
    accessToken: accessTokens.issue(user.id, sessionId),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: accessTokens.lifetimeSeconds,
    organizationId: user.memberships[0]?.organizationId ?? null,
    user,
  })

  const rotated = async (token: string, found: FoundToken, client: Client, tx: Transaction) => {
    const { successor, kid } = refreshTokens.next(token)
    const stored = refreshTokens.stored(successor)
    await rotationRepository(tx).spend(found, sessionClientOf(client), stored, kid)
    return successor
  }

  /**
   * The session's newest token, found by following the chain from a spent one; null if a secret in the
   * chain was removed within these 10 s. The session stays valid.
   */
  const newestAfter = async (spent: string, found: FoundToken, tx: Transaction) => {
    const recent = await rotationRepository(tx).listRecent(found)
    const byHash = new Map(recent.map((row) => [hexOf(row.tokenHash), row]))
    let token: string | null = spent
    let kid = found.successorKid
    for (let step = 0; token !== null && step < recent.length; step++) {
      token = refreshTokens.successorOf(token, kid)
      const row = token === null ? undefined : byHash.get(hexOf(hashOf(token)))
      if (row === undefined) return null
      if (!row.isSpent) return token
      kid = row.successorKid
    }
    return null
  }

  const invalid = () =>
    new AppError('REFRESH_TOKEN_INVALID', 'This refresh token is not valid any more. Log in again.')

  return {
    /** Call it in the transaction that creates or checks the account. */
    start: async (user: User, client: Client, db: Transaction): Promise<Session> => {
      const token = refreshTokens.first()
      const stored = refreshTokens.stored(token)
      const { id } = await sessionRepository(db).create(user.id, sessionClientOf(client), stored)
      return answer(user, id, token)
    },

    /**
     * Exchanges a refresh token for a new pair of tokens. For another 10 s the spent token gets the newest
     * token of its session, any number of times, for parallel tabs and lost answers. If it is used later,
     * the session ends.
     *
     * @throws AppError REFRESH_TOKEN_INVALID if it is unknown, expired, spent or revoked.
     */
    refresh: async (refreshToken: string, client: Client): Promise<Session> => {
      let reusedOf: string | null = null
      const session = await database.transaction(async (tx) => {
        const rotation = rotationRepository(tx)
        const token = await rotation.lock(hashOf(refreshToken))
        const fate = fateOf(token)
        if (token === null || fate === 'refuse') return null
        if (fate === 'revoke') {
          await sessionRepository(tx).revoke(token.sessionId)
          reusedOf = token.userId
          return null
        }
        const successor =
          fate === 'replay'
            ? await newestAfter(refreshToken, token, tx)
            : await rotated(refreshToken, token, client, tx)
        if (successor === null) return null
        const user = await authRepository(tx).getUser(token.userId)
        return answer(user, token.sessionId, successor)
      })
      // Outside the transaction, so that the revocation is committed.
      if (reusedOf !== null) security.ofAccount(client, 'account.token-reused', { id: reusedOf })
      if (session === null) throw invalid()
      return session
    },

    /** @throws AppError SECRET_REVOKED if its session has ended or has been refreshed since. */
    requireUnspent: async (refreshToken: string): Promise<void> => {
      if (await sessions.isUnspent(hashOf(refreshToken))) return
      throw new AppError(
        'SECRET_REVOKED',
        'This Idempotency-Key has made an account whose first session has ended or was refreshed since. Log in instead.',
      )
    },

    /** Ends the session of a token, if there is one. */
    end: async (refreshToken: string, origin: Origin): Promise<void> => {
      const userId = await sessions.revokeByToken(hashOf(refreshToken))
      if (userId === null) return
      security.ofAccount(origin, 'account.logout', { id: userId, isActor: true })
    },

    /**
     * Ends every other session of a user, with its access tokens. A token of the previous release names no
     * session, so then all of them end.
     */
    endOthers: async ({ sub, sid }: TokenClaims, tx: Transaction): Promise<void> => {
      await sessionRepository(tx).revokeOthers(sub, sid)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
