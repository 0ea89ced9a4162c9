import type { Queryable, Role } from '@vitrine/database'

export type FoundPersonalToken = {
  id: string
  userId: string
  organizationId: string
  projectId: string | null
  role: Role
  expiresAt: Date
  isExpired: boolean
}

/** Needs the database's role for accounts, since the caller is not known yet. */
export const personalTokenRepository = (db: Queryable) => ({
  find: async (tokenHash: Uint8Array<ArrayBuffer>): Promise<FoundPersonalToken | null> => {
    const rows = await db.$queryRaw<FoundPersonalToken[]>`
      SELECT id, user_id AS "userId", organization_id AS "organizationId",
        project_id AS "projectId", role, expires_at AS "expiresAt",
        expires_at <= clock_timestamp() AS "isExpired"
      FROM personal_access_tokens WHERE token_hash = ${tokenHash}`
    return rows[0] ?? null
  },
})
