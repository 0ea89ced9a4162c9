import { Prisma, type Queryable, type Role } from '@vitrine/database'
import type { TokenClaims } from './token-claims.js'

/** What a token's bearer may do at an organization, in the state of one statement. */
export type Authority = {
  /** Whether the token's session goes on. */
  isLive: boolean
  /** Of the organization itself, or of the one that the project is in; null where there is none. */
  organizationId: string | null
  /** null for those who are not members. */
  role: Role | null
}

/** Of a token's bearer: whether the session goes on, and the role in one organization. */
type Locked = Pick<Authority, 'isLive' | 'role'>

export const authorityRepository = (db: Queryable) => {
  const find = async (
    { sub, sid }: TokenClaims,
    organization: Prisma.Sql,
  ): Promise<Authority | undefined> => {
    const rows = await db.$queryRaw<Authority[]>`
      SELECT ${liveSession(sub, sid)} AS "isLive", place.id AS "organizationId", membership.role
      FROM (VALUES (1)) AS one
      LEFT JOIN (${organization}) AS place ON true
      LEFT JOIN memberships AS membership
        ON membership.organization_id = place.id AND membership.user_id = ${sub}::uuid`
    return rows[0]
  }

  return {
    /** The state of both, which stays until the transaction ends. Within a transaction. */
    lock: async ({ sub, sid }: TokenClaims, organizationId: string | null): Promise<Locked> => {
      const rows = await db.$queryRaw<Locked[]>`
        WITH session AS (
          SELECT 1 FROM sessions WHERE ${isLiveSession(sub, sid)} ORDER BY id LIMIT 1 FOR SHARE
        ), membership AS (
          SELECT role FROM memberships
          WHERE organization_id = ${organizationId}::uuid AND user_id = ${sub}::uuid FOR SHARE
        )
        SELECT EXISTS (SELECT 1 FROM session) AS "isLive", (SELECT role FROM membership) AS role`
      return rows[0] ?? { isLive: false, role: null }
    },

    /** Of one account nobody else changes the password, the name or the sessions. */
    lockAccount: async (userId: string): Promise<void> => {
      await db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
    },

    /** Nobody else changes the organization, its memberships or its invitations. */
    lockOrganization: async (organizationId: string | null): Promise<void> => {
      await db.$queryRaw`
        SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`
    },

    /** Waits for every change of every member. Call it with the organization locked. */
    lockMemberships: async (organizationId: string | null): Promise<void> => {
      await db.$queryRaw`
        SELECT 1 FROM memberships WHERE organization_id = ${organizationId}::uuid
        FOR UPDATE`
    },

    hasOrganization: async (organizationId: string | null): Promise<boolean> => {
      const rows = await db.$queryRaw<{ id: string | null }[]>`
        SELECT vitrine_find_organization(${organizationId}::uuid) AS id`
      return rows[0]?.id != null
    },

    hasSession: async ({ sub, sid }: TokenClaims): Promise<boolean> => {
      const rows = await db.$queryRaw<{ isLive: boolean }[]>`
        SELECT ${liveSession(sub, sid)} AS "isLive"`
      return rows[0]?.isLive === true
    },

    inOrganization: (token: TokenClaims, organizationId: string) =>
      find(token, Prisma.sql`SELECT vitrine_find_organization(${organizationId}::uuid) AS id`),

    inProject: (token: TokenClaims, projectId: string) =>
      find(
        token,
        Prisma.sql`SELECT vitrine_find_organization_of_project(${projectId}::uuid) AS id`,
      ),
  }
}

/** Of a token that names no session: whether its account has any that has not ended. */
const isLiveSession = (userId: string, sessionId: string | undefined) => Prisma.sql`
  user_id = ${userId}::uuid AND revoked_at IS NULL
  AND id = COALESCE(${sessionId ?? null}::uuid, id)`

const liveSession = (userId: string, sessionId: string | undefined) =>
  Prisma.sql`EXISTS (SELECT 1 FROM sessions WHERE ${isLiveSession(userId, sessionId)})`
