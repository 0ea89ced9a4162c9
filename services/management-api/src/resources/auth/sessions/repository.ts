import type { Queryable, Transaction } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { emailKeyOf } from '../../../fields/email.js'
import { createPage } from '../../../paging/pages.js'
import { newestFirst } from '../../../paging/sort.js'

type StoredToken = { tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date }

type SessionClient = { device: string | null; address: string }

/** A refresh token. Its times are compared by the database's clock. */
export type FoundToken = {
  id: string
  sessionId: string
  userId: string
  isRevoked: boolean
  isExpired: boolean
  isSpent: boolean
  /** Spent less than 10 s ago. */
  isReplayable: boolean
  /** For a spent token, the id of the secret from which its successor was derived. */
  successorKid: string | null
}

type RecentToken = Pick<FoundToken, 'isSpent' | 'successorKid'> & { tokenHash: Uint8Array }

/** Sessions are families of refresh tokens: one login on one device. */
export const sessionRepository = (db: Queryable) => ({
  create: (userId: string, client: SessionClient, token: StoredToken) =>
    db.session.create({
      data: { userId, ...client, tokens: { create: token } },
      select: { id: true },
    }),

  /** The sessions that have neither ended nor expired. */
  listLive: async (userId: string, query: PageQuery) => {
    const page = createPage(newestFirst('sessions'), query)
    const newest = { spentAt: null, expiresAt: { gt: new Date() } }
    const where = { userId, revokedAt: null, tokens: { some: newest } }
    return page.read(
      where,
      (rows) =>
        db.session.findMany({
          ...rows,
          select: { id: true, device: true, address: true, createdAt: true, lastUsedAt: true },
        }),
      (all) => db.session.count(all),
    )
  },

  /** The addresses of the live sessions of an account: of the 1,000 that were used last. */
  listLiveAddresses: async (email: string): Promise<string[]> => {
    const rows = await db.$queryRaw<{ address: string }[]>`
      SELECT DISTINCT address FROM (
        SELECT address FROM sessions JOIN users ON users.id = sessions.user_id
        WHERE email_key = ${emailKeyOf(email)} AND address IS NOT NULL AND revoked_at IS NULL
          AND EXISTS (SELECT FROM refresh_tokens WHERE session_id = sessions.id
            AND spent_at IS NULL AND expires_at > now())
        ORDER BY last_used_at DESC LIMIT 1000) AS live`
    return rows.map(({ address }) => address)
  },

  /** Skips locked sessions, so that it never waits. */
  recordUse: async (sessionIds: readonly string[]): Promise<void> => {
    await db.$executeRaw`
      UPDATE sessions SET last_used_at = now() WHERE id IN (
        SELECT id FROM sessions WHERE id = ANY(${[...sessionIds]}::uuid[]) AND revoked_at IS NULL
        FOR NO KEY UPDATE SKIP LOCKED)`
  },

  /** @returns false if the user has no such session, or it has already ended. */
  revokeOf: async (userId: string, sessionId: string): Promise<boolean> => {
    const { count } = await db.session.updateMany({
      where: { id: sessionId, userId, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    return count > 0
  },

  /**
   * For logging out: ends the family of the token, even if the token was spent or has expired.
   *
   * @returns the user whose session has ended; null if none has.
   */
  revokeByToken: async (tokenHash: Uint8Array<ArrayBuffer>): Promise<string | null> => {
    const [session] = await db.$queryRaw<{ userId: string }[]>`
      UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL
        AND id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ${tokenHash})
      RETURNING user_id AS "userId"`
    return session?.userId ?? null
  },

  /** Whether this is the newest token of a session that has not ended. */
  isUnspent: async (tokenHash: Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const where = { tokenHash, spentAt: null, session: { revokedAt: null } }
    return (await db.refreshToken.count({ where })) > 0
  },

  revoke: (sessionId: string) =>
    db.session.updateMany({
      where: { id: sessionId, revokedAt: null },
      data: { revokedAt: new Date() },
    }),

  /** All but the session with the id; without an id, all of them. */
  revokeOthers: (userId: string, sessionId: string | undefined) =>
    db.session.updateMany({
      where: { userId, revokedAt: null, ...(sessionId && { NOT: { id: sessionId } }) },
      data: { revokedAt: new Date() },
    }),
})

/** Within a transaction. Call `lock` first. */
export const rotationRepository = (tx: Transaction) => ({
  /** Locks the family of the token: it is not rotated or revoked until the transaction ends. */
  lock: async (tokenHash: Uint8Array<ArrayBuffer>): Promise<FoundToken | null> => {
    const [token] = await tx.$queryRaw<FoundToken[]>`
      SELECT token.id, session.id AS "sessionId", session.user_id AS "userId",
        session.revoked_at IS NOT NULL AS "isRevoked",
        token.expires_at <= now() AS "isExpired",
        token.spent_at IS NOT NULL AS "isSpent",
        token.spent_at > now() - interval '10 seconds' AS "isReplayable",
        token.successor_kid AS "successorKid"
      FROM refresh_tokens AS token JOIN sessions AS session ON session.id = token.session_id
      WHERE token.token_hash = ${tokenHash}
      FOR UPDATE OF session, token`
    return token ?? null
  },

  /** @param kid the id of the secret from which the successor was derived. */
  spend: async (
    { id, sessionId }: FoundToken,
    client: SessionClient,
    successor: StoredToken,
    kid: string,
  ): Promise<void> => {
    const data = { ...client, lastUsedAt: new Date() }
    await tx.session.update({ where: { id: sessionId }, data, select: { id: true } })
    await tx.$executeRaw`
      UPDATE refresh_tokens SET spent_at = now(), successor_kid = ${kid} WHERE id = ${id}::uuid`
    await tx.refreshToken.create({ data: { sessionId, ...successor }, select: { id: true } })
  },

  /** The newest token of the family, and those that were spent less than 10 s ago. */
  listRecent: ({ sessionId }: FoundToken): Promise<RecentToken[]> => tx.$queryRaw<RecentToken[]>`
    SELECT token_hash AS "tokenHash", spent_at IS NOT NULL AS "isSpent",
      successor_kid AS "successorKid"
    FROM refresh_tokens WHERE session_id = ${sessionId}::uuid
      AND (spent_at IS NULL OR spent_at > now() - interval '10 seconds')`,
})
