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
    hasSession: async ({ sub, sid }: TokenClaims): Promise<boolean> => {
      const rows = await db.$queryRaw<{ isLive: boolean }[]>`
        SELECT ${liveSession(sub, sid)} AS "isLive"`
      return rows[0]?.isLive === true
    },

    inOrganization: (token: TokenClaims, organizationId: string) =>
      find(token, Prisma.sql`SELECT id FROM organizations WHERE id = ${organizationId}::uuid`),

    inProject: (token: TokenClaims, projectId: string) =>
      find(
        token,
        Prisma.sql`SELECT organization_id AS id FROM projects WHERE id = ${projectId}::uuid`,
      ),
  }
}

/** Of a token that names no session: whether its account has any that has not ended. */
const liveSession = (userId: string, sessionId: string | undefined) => Prisma.sql`EXISTS (
  SELECT 1 FROM sessions WHERE user_id = ${userId}::uuid AND revoked_at IS NULL
    AND id = COALESCE(${sessionId ?? null}::uuid, id))`
