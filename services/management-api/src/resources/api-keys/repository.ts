import type { ApiKeyPermissions, Queryable } from '@vitrine/database'

const fields = {
  id: true,
  projectId: true,
  name: true,
  keyPrefix: true,
  permissions: true,
  lastUsed: true,
  expiresAt: true,
  createdAt: true,
} as const

type NewRow = {
  name: string
  keyHash: Uint8Array<ArrayBuffer>
  keyPrefix: string
  permissions: ApiKeyPermissions
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

  /** @returns the hash of the key that is gone now, or null when there was none. */
  delete: async (projectId: string, keyId: string): Promise<Uint8Array | null> => {
    const [row] = await db.$queryRaw<{ key_hash: Uint8Array }[]>`
      DELETE FROM api_keys WHERE project_id = ${projectId}::uuid AND id = ${keyId}::uuid
      RETURNING key_hash`
    return row?.key_hash ?? null
  },
})
