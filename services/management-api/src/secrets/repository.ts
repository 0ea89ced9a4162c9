import type { Queryable } from '@vitrine/database'

type SealedKey = { id: string; projectId: string; number: number; sealed: Uint8Array }

/** The encrypted secrets of all projects. */
export const sealedKeyRepository = (db: Queryable) => ({
  /** Those that do not begin with these bytes, in the order of their ids. */
  listOthers: (sealedBy: Uint8Array, after: string, limit: number) => db.$queryRaw<SealedKey[]>`
    SELECT id, project_id AS "projectId", number, sealed FROM signing_keys
    WHERE id > ${after}::uuid AND substring(sealed FROM 1 FOR ${sealedBy.length}::int) <> ${sealedBy}
    ORDER BY id LIMIT ${limit}`,

  /** Unless it has changed since. */
  replace: async ({ id, sealed: before }: SealedKey, sealed: Uint8Array): Promise<void> => {
    await db.$executeRaw`
      UPDATE signing_keys SET sealed = ${sealed} WHERE id = ${id}::uuid AND sealed = ${before}`
  },
})
