import type { Prisma, Queryable, Role } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { createPage } from '../../../paging/pages.js'
import { newestFirst } from '../../../paging/sort.js'

const fields = {
  id: true,
  name: true,
  organizationId: true,
  projectId: true,
  role: true,
  tokenPrefix: true,
  lastUsed: true,
  expiresAt: true,
  createdAt: true,
} as const satisfies Prisma.PersonalAccessTokenSelect

type NewRow = {
  name: string
  organizationId: string
  projectId: string | null
  role: Role
  tokenHash: Uint8Array<ArrayBuffer>
  tokenPrefix: string
  expiresAt: Date
}

/** Expired tokens that an account keeps until housekeeping deletes them. */
const keptExpired = 50

export const tokenRepository = (db: Queryable) => ({
  create: (userId: string, row: NewRow) =>
    db.personalAccessToken.create({ data: { userId, ...row }, select: fields }),

  list: async (userId: string, query: PageQuery) => {
    const page = createPage(newestFirst('tokens'), query)
    const where = { userId }
    return page.read(
      where,
      (rows) => db.personalAccessToken.findMany({ ...rows, select: fields }),
      (all) => db.personalAccessToken.count(all),
    )
  },

  find: (userId: string, id: string) =>
    db.personalAccessToken.findFirst({ where: { userId, id }, select: fields }),

  /** Whether the user has this token, and it is neither revoked nor expired. */
  isUsable: async (userId: string, tokenId: string): Promise<boolean> => {
    const where = { userId, id: tokenId, expiresAt: { gt: new Date() } }
    return (await db.personalAccessToken.count({ where })) > 0
  },

  /** @returns the deleted token, or null if there was none. */
  delete: async (userId: string, tokenId: string) => {
    const where = { userId, id: tokenId }
    const row = await db.personalAccessToken.findFirst({ where, select: fields })
    // One of two concurrent deletes finds no row.
    const { count } = await db.personalAccessToken.deleteMany({ where })
    return count === 0 ? null : row
  },

  /** @returns the deleted tokens. */
  deleteAll: (userId: string) =>
    db.$queryRaw<DeletedToken[]>`
      DELETE FROM personal_access_tokens WHERE user_id = ${userId}::uuid
      RETURNING id, organization_id AS "organizationId", project_id AS "projectId", name, role,
        token_prefix AS "tokenPrefix", expires_at AS "expiresAt"`,

  /** Keeps the newest expired tokens, so that their number is bounded. */
  deleteOldExpired: async (userId: string): Promise<void> => {
    await db.$executeRaw`
      DELETE FROM personal_access_tokens WHERE id IN (
        SELECT id FROM personal_access_tokens
        WHERE user_id = ${userId}::uuid AND expires_at <= now()
        ORDER BY created_at DESC, id OFFSET ${keptExpired})`
  },
})

export type FoundToken = NonNullable<
  Awaited<ReturnType<ReturnType<typeof tokenRepository>['find']>>
>

type DeletedToken = Omit<NewRow, 'tokenHash'> & { id: string }

/** Uses the role for accounts. */
export const tokenUseRepository = (db: Queryable) => ({
  /** Skips locked tokens, so that it never waits. */
  recordUse: async (tokenIds: readonly string[]): Promise<void> => {
    await db.$executeRaw`
      UPDATE personal_access_tokens SET last_used = now() WHERE id IN (
        SELECT id FROM personal_access_tokens WHERE id = ANY(${[...tokenIds]}::uuid[])
        FOR NO KEY UPDATE SKIP LOCKED)`
  },
})
