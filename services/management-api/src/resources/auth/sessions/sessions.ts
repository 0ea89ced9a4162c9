import { AppError } from '@vitrine/contracts/errors'
import type { Scoped, Transaction } from '@vitrine/database'
import type { Origin } from '../../../changes/author.js'
import type { TokenClaims } from '../../../changes/rights/bearer.js'
import type { CallLimits } from '../../../limits/call-limits.js'
import { sha256 } from '../../../secrets/sha256.js'
import type { SecurityLog } from '../../../security-log/log.js'
import type { Client } from '../client.js'
import { authRepository } from '../repository.js'
import type { Session } from '../schemas.js'
import type { RefreshTokens } from './refresh-token.js'
import { rotationRepository, sessionRepository } from './repository.js'
import { fateOf, newestAfter, rotate, sessionClientOf } from './rotation.js'

type AccessTokens = {
  lifetimeSeconds: number
  issue: (userId: string, sessionId: string) => string
}

type User = { id: string; name: string; email: string; memberships: { organizationId: string }[] }

type Deps = {
  database: Scoped
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  security: SecurityLog
  limits: Pick<CallLimits, 'countRefresh'>
}

/** The outcome for a refresh token: a session, or the user whose session a stolen token has ended. */
type Refreshed = { session: Session | null; reusedOf: string | null }

export class Sessions {
  readonly #database: Scoped
  readonly #accessTokens: AccessTokens
  readonly #refreshTokens: RefreshTokens
  readonly #security: SecurityLog
  readonly #limits: Deps['limits']

  constructor({ database, accessTokens, refreshTokens, security, limits }: Deps) {
    this.#database = database
    this.#accessTokens = accessTokens
    this.#refreshTokens = refreshTokens
    this.#security = security
    this.#limits = limits
  }

  /** Call it in the transaction that creates or checks the account. */
  async start(user: User, client: Client, tx: Transaction): Promise<Session> {
    const token = this.#refreshTokens.first()
    const stored = this.#refreshTokens.stored(token)
    const { id } = await sessionRepository(tx).create(user.id, sessionClientOf(client), stored)
    return this.#sessionOf(user, id, token)
  }

  /**
   * Exchanges a refresh token for a new pair of tokens. For another 10 s the spent token gets the newest
   * token of its session, any number of times, for parallel tabs and lost answers. If it is used later,
   * the session ends.
   *
   * @throws AppError REFRESH_TOKEN_INVALID if it is unknown, expired, spent or revoked; TOO_MANY_REQUESTS for
   *   too many refreshes of the session.
   */
  async refresh(refreshToken: string, client: Client): Promise<Session> {
    const { session, reusedOf } = await this.#database.transaction((tx) =>
      this.#exchange(tx, refreshToken, client),
    )
    // Outside the transaction, so that the revocation is committed.
    if (reusedOf !== null) {
      this.#security.ofAccount(client, 'account.token-reused', { id: reusedOf })
    }
    if (session === null) throw invalid()
    return session
  }

  /** @throws AppError SECRET_REVOKED if its session has ended or has been refreshed since. */
  async requireUnspent(refreshToken: string): Promise<void> {
    if (await sessionRepository(this.#database).isUnspent(sha256(refreshToken))) return
    throw new AppError(
      'SECRET_REVOKED',
      'This Idempotency-Key has started a session that has ended or was refreshed since. Log in instead.',
    )
  }

  /** @returns whether the token had a session that had not ended. */
  async end(refreshToken: string, origin: Origin): Promise<boolean> {
    const userId = await sessionRepository(this.#database).revokeByToken(sha256(refreshToken))
    if (userId === null) return false
    this.#security.ofAccount(origin, 'account.logout', { id: userId, isActor: true })
    return true
  }

  /**
   * Ends every other session of a user, with its access tokens. A token of the previous release names no
   * session, so then all of them end.
   */
  async endOthers({ sub, sid }: TokenClaims, tx: Transaction): Promise<void> {
    await sessionRepository(tx).revokeOthers(sub, sid)
  }

  async #exchange(tx: Transaction, refreshToken: string, client: Client): Promise<Refreshed> {
    const refused = { session: null, reusedOf: null }
    const token = await rotationRepository(tx).lock(sha256(refreshToken))
    const fate = fateOf(token)
    if (token === null || fate === 'refuse') return refused
    if (fate === 'revoke') {
      await sessionRepository(tx).revoke(token.sessionId)
      return { session: null, reusedOf: token.userId }
    }
    this.#limits.countRefresh(token.sessionId)
    const successor =
      fate === 'replay'
        ? await newestAfter(tx, this.#refreshTokens, refreshToken, token)
        : await rotate(tx, this.#refreshTokens, refreshToken, token, client)
    if (successor === null) return refused
    const user = await authRepository(tx).getUser(token.userId)
    return { session: this.#sessionOf(user, token.sessionId, successor), reusedOf: null }
  }

  #sessionOf(user: User, sessionId: string, refreshToken: string): Session {
    return {
      accessToken: this.#accessTokens.issue(user.id, sessionId),
      refreshToken,
      tokenType: 'Bearer',
      expiresIn: this.#accessTokens.lifetimeSeconds,
      organizationId: user.memberships[0]?.organizationId ?? null,
      user,
    }
  }
}

const invalid = () =>
  new AppError('REFRESH_TOKEN_INVALID', 'This refresh token is not valid any more. Log in again.')
