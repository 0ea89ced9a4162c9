import type { ApiKeyPermissions, Queryable } from '@vitrine/database'

const fields = {
  id: true,
  projectId: true,
  name: true,
  keyPrefix: true,
  permissions: true,
  allowedOrigins: true,
  lastUsed: true,
  expiresAt: true,
  revision: true,
  createdAt: true,
} as const

type NewRow = {
  name: string
  keyHash: Uint8Array<ArrayBuffer>
  keyPrefix: string
  permissions: ApiKeyPermissions
  allowedOrigins: string[]
  expiresAt: Date | null
}

export const apiKeyRepository = (db: Queryable) => ({
  create: (projectId: string, row: NewRow) =>
    db.apiKey.create({ data: { projectId, ...row }, select: fields }),

  list: (projectId: string) =>
    db.apiKey.findMany({
      where: { projectId },
      select: fields,
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    }),

  isUsable: async (projectId: string, keyId: string): Promise<boolean> => {
    const unexpired = [{ expiresAt: null }, { expiresAt: { gt: new Date() } }]
    return (await db.apiKey.count({ where: { projectId, id: keyId, OR: unexpired } })) > 0
  },

  /** @returns the deleted key, or null if there was none. */
  delete: async (projectId: string, keyId: string) => {
    const where = { projectId, id: keyId }
    const row = await db.apiKey.findFirst({ where, select: fields })
    // Of two concurrent deletes one finds no row.
    const { count } = await db.apiKey.deleteMany({ where })
    return count === 0 ? null : row
  },
})
