import { Prisma, type RawQueryable, type Role } from '@vitrine/database'
import type { Bearer } from './bearer.js'

/**
 * Whether a token is valid: its session has not ended, or it is a personal access token that is neither
 * revoked nor expired.
 */
export type TokenState = 'live' | 'ended' | 'expired'

/** The permissions of a token's owner in an organization, from a single statement. */
export type Rights = {
  tokenState: TokenState
  /** Id of the organization, or of the project's organization; null if it does not exist. */
  organizationId: string | null
  /** The owner's role; a personal access token may have a lower one. null if the owner is not a member. */
  role: Role | null
}

export type FoundPersonalToken = {
  id: string
  userId: string
  organizationId: string
  projectId: string | null
  role: Role
  expiresAt: Date
  isExpired: boolean
}

/** Whether the token is valid, and its owner's role in one organization. */
type Locked = Pick<Rights, 'tokenState' | 'role'>

export const rightsRepository = (db: RawQueryable) => {
  const find = async (bearer: Bearer, organization: Prisma.Sql): Promise<Rights | undefined> => {
    const rows = await db.$queryRaw<Rights[]>`
      SELECT ${tokenStateOf(bearer)} AS "tokenState", target.id AS "organizationId", membership.role
      FROM (VALUES (1)) AS one
      LEFT JOIN (${organization}) AS target ON true
      LEFT JOIN memberships AS membership
        ON membership.organization_id = target.id AND membership.user_id = ${bearer.sub}::uuid`
    return rows[0]
  }

  return {
    /** Locks both until the transaction ends. Call it within a transaction. */
    lock: async (bearer: Bearer, organizationId: string | null): Promise<Locked> => {
      const rows = await db.$queryRaw<Locked[]>`
        WITH ${lockedRows(bearer, organizationId)}
        SELECT coalesce((SELECT state FROM token), 'ended') AS "tokenState",
          (SELECT role FROM membership) AS role`
      return rows[0] ?? { tokenState: 'ended', role: null }
    },

    hasOrganization: async (organizationId: string | null): Promise<boolean> => {
      const rows = await db.$queryRaw<{ id: string | null }[]>`
        SELECT vitrine_find_organization(${organizationId}::uuid) AS id`
      return rows[0]?.id != null
    },

    tokenState: async (bearer: Bearer): Promise<TokenState> => {
      const rows = await db.$queryRaw<{ tokenState: TokenState }[]>`
        SELECT ${tokenStateOf(bearer)} AS "tokenState"`
      return rows[0]?.tokenState ?? 'ended'
    },

    /** Needs the database's role for accounts, since the caller is not known yet. */
    findPersonalToken: async (
      tokenHash: Uint8Array<ArrayBuffer>,
    ): Promise<FoundPersonalToken | null> => {
      const rows = await db.$queryRaw<FoundPersonalToken[]>`
        SELECT id, user_id AS "userId", organization_id AS "organizationId",
          project_id AS "projectId", role, expires_at AS "expiresAt",
          expires_at <= clock_timestamp() AS "isExpired"
        FROM personal_access_tokens WHERE token_hash = ${tokenHash}`
      return rows[0] ?? null
    },

    inOrganization: (bearer: Bearer, organizationId: string) =>
      find(bearer, Prisma.sql`SELECT vitrine_find_organization(${organizationId}::uuid) AS id`),

    inProject: (bearer: Bearer, projectId: string) =>
      find(
        bearer,
        Prisma.sql`SELECT vitrine_find_organization_of_project(${projectId}::uuid) AS id`,
      ),
  }
}

/** By the current time, not the start of the transaction, which may have waited for locks. */
const stateByExpiry = Prisma.sql`
  CASE WHEN expires_at > clock_timestamp() THEN 'live' ELSE 'expired' END`

/** A token that names no session is valid while its account has any session that has not ended. */
const isLiveSession = ({ sub, sid }: Bearer) => Prisma.sql`
  user_id = ${sub}::uuid AND revoked_at IS NULL AND id = COALESCE(${sid ?? null}::uuid, id)`

const tokenStateOf = (bearer: Bearer): Prisma.Sql => {
  const { personalToken } = bearer
  const token =
    personalToken === undefined
      ? Prisma.sql`SELECT 'live' FROM sessions WHERE ${isLiveSession(bearer)} LIMIT 1`
      : Prisma.sql`SELECT ${stateByExpiry} FROM personal_access_tokens
          WHERE id = ${personalToken.scope.tokenId}::uuid`
  return Prisma.sql`coalesce((${token}), 'ended')`
}

/**
 * A membership is deleted together with its personal access tokens, so it is locked before the token.
 * Otherwise a deletion could lock one of the rows while the call locks the other.
 */
function lockedRows(bearer: Bearer, organizationId: string | null): Prisma.Sql {
  const { personalToken } = bearer
  const token =
    personalToken === undefined
      ? Prisma.sql`
          SELECT 'live' AS state FROM sessions
          WHERE ${isLiveSession(bearer)} ORDER BY id LIMIT 1 FOR SHARE`
      : Prisma.sql`
          SELECT ${stateByExpiry} AS state FROM personal_access_tokens
          WHERE EXISTS (SELECT 1 FROM membership)
            AND id = ${personalToken.scope.tokenId}::uuid FOR SHARE`
  return Prisma.sql`membership AS (
      SELECT role FROM memberships
      WHERE organization_id = ${organizationId}::uuid AND user_id = ${bearer.sub}::uuid FOR SHARE
    ), token AS (${token})`
}
