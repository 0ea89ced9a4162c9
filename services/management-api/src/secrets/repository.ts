import type { Queryable } from '@vitrine/database'

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
