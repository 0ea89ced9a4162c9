import type { Queryable } from '@vitrine/database'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'
import type { SigningKeyQuery } from './schemas.js'

const fields = { id: true, number: true, createdAt: true } as const

const live = (projectId: string) => ({ projectId, revokedAt: null })

/** The secrets themselves cannot be read by a request. */
export const signingKeyRepository = (db: Queryable) => ({
  list: async (projectId: string, query: SigningKeyQuery) => {
    const { orderBy, skip, take, behind, answer } = createPage(newestFirst('signing-keys'), query)
    const where = live(projectId)
    const [rows, total] = await Promise.all([
      db.signingKey.findMany({
        where: { AND: [where, behind] },
        select: fields,
        orderBy,
        skip,
        take,
      }),
      db.signingKey.count({ where }),
    ])
    return answer(rows, total)
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
