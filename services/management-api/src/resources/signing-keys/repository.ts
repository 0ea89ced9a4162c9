import type { Queryable } from '@vitrine/database'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'
import type { SigningKeyQuery } from './schemas.js'

const fields = { id: true, number: true, createdAt: true } as const

const live = (projectId: string) => ({ projectId, revokedAt: null })

/** The secrets themselves cannot be read by a request. */
export const signingKeyRepository = (db: Queryable) => ({
  list: async (projectId: string, query: SigningKeyQuery) => {
    const page = createPage(newestFirst('signing-keys'), query)
    const where = live(projectId)
    return page.read(
      where,
      (rows) => db.signingKey.findMany({ ...rows, select: fields }),
      (all) => db.signingKey.count(all),
    )
  },

  find: (projectId: string, number: number) =>
    db.signingKey.findFirst({ where: { ...live(projectId), number }, select: fields }),

  /** Until the transaction ends, no other one adds or revokes a key of the project. */
  lockAll: async (projectId: string): Promise<{ count: number; lastNumber: number }> => {
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
    const [count, last] = await Promise.all([
      db.signingKey.count({ where: live(projectId) }),
      db.signingKey.aggregate({ where: { projectId }, _max: { number: true } }),
    ])
    return { count, lastNumber: last._max.number ?? 0 }
  },

  create: async (projectId: string, number: number, sealed: Uint8Array<ArrayBuffer>) => {
    const created = await db.signingKey.create({
      data: { projectId, number, sealed },
      select: fields,
    })
    // The row of a revoked key was needed only as long as it had the highest number.
    await db.signingKey.deleteMany({ where: { projectId, revokedAt: { not: null } } })
    return created
  },

  /** Removes the secret, and the row unless it has the highest number, which must not be given again. */
  revoke: async (projectId: string, number: number, isLast: boolean): Promise<void> => {
    const where = { projectId, number }
    if (!isLast) {
      await db.signingKey.deleteMany({ where })
      return
    }
    await db.signingKey.updateMany({ where, data: { sealed: null, revokedAt: new Date() } })
  },
})

type EncryptedKey = { id: string; projectId: string; number: number; sealed: Uint8Array }

/** The encrypted secrets of all projects. */
export const encryptedKeyRepository = (db: Queryable) => ({
  /** The secrets that do not begin with this prefix, in the order of their ids. */
  listOthers: (prefix: Uint8Array, after: string, limit: number) => db.$queryRaw<EncryptedKey[]>`
    SELECT id, project_id AS "projectId", number, sealed FROM signing_keys
    WHERE id > ${after}::uuid AND substring(sealed FROM 1 FOR ${prefix.length}::int) <> ${prefix}
    ORDER BY id LIMIT ${limit}`,

  /** Unless it has changed since. */
  replace: async ({ id, sealed: before }: EncryptedKey, sealed: Uint8Array): Promise<void> => {
    await db.$executeRaw`
      UPDATE signing_keys SET sealed = ${sealed} WHERE id = ${id}::uuid AND sealed = ${before}`
  },
})
