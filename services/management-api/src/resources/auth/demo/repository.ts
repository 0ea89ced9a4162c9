import type { Queryable } from '@vitrine/database'

export const loginCodeRepository = (db: Queryable) => ({
  /** If several callers spend a code concurrently, one gets the user. @returns null for an invalid code. */
  spend: async (codeHash: Uint8Array<ArrayBuffer>): Promise<string | null> => {
    const [spent] = await db.$queryRaw<{ userId: string }[]>`
      DELETE FROM login_codes WHERE code_hash = ${codeHash} AND expires_at > now()
      RETURNING user_id AS "userId"`
    return spent?.userId ?? null
  },
})
