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

type Changes = { name?: string; allowedOrigins?: string[]; expiresAt?: Date | null }

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

  find: (projectId: string, keyId: string) =>
    db.apiKey.findFirst({ where: { projectId, id: keyId }, select: fields }),

  /** Locks the key until the transaction ends. @returns null if there is none. */
  lock: async (projectId: string, keyId: string) => {
    await db.$queryRaw`
      SELECT 1 FROM api_keys WHERE project_id = ${projectId}::uuid AND id = ${keyId}::uuid
      FOR UPDATE`
    return apiKeyRepository(db).find(projectId, keyId)
  },

  update: (projectId: string, keyId: string, changes: Changes) =>
    db.apiKey.update({ where: { id: keyId, projectId }, data: changes, select: fields }),

  delete: async (projectId: string, keyId: string): Promise<void> => {
    await db.apiKey.deleteMany({ where: { projectId, id: keyId } })
  },
})
