import type { Queryable } from '@vitrine/database'

export const passwordRepository = (db: Queryable) => ({
  find: (userId: string) =>
    db.user.findUnique({
      where: { id: userId },
      select: { name: true, email: true, passwordHash: true },
    }),

  /** Locks the password until the transaction ends. @returns whether it is unchanged. */
  lock: async (userId: string, passwordHash: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR SHARE`
    return rows.length > 0
  },

  /** Until the transaction ends, no new row can refer to the account. @returns as `lock` */
  lockForDeletion: async (userId: string, passwordHash: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR UPDATE`
    return rows.length > 0
  },

  /** @returns whether the previous hash was still `before`. */
  replace: async (userId: string, before: string, after: string): Promise<boolean> => {
    const where = { id: userId, passwordHash: before }
    const { count } = await db.user.updateMany({ where, data: { passwordHash: after } })
    return count > 0
  },

  /** Also verifies the address: the person has received a mail there. */
  reset: async (userId: string, passwordHash: string): Promise<void> => {
    await db.$executeRaw`
      UPDATE users SET password_hash = ${passwordHash}, updated_at = now(),
        email_verified_at = coalesce(email_verified_at, now())
      WHERE id = ${userId}::uuid`
  },
})
