import type { Queryable } from '@vitrine/database'

export const passwordRepository = (db: Queryable) => ({
  find: (userId: string) =>
    db.user.findUnique({
      where: { id: userId },
      select: {
        id: true,
        name: true,
        email: true,
        emailVerifiedAt: true,
        passwordHash: true,
        passwordSetAt: true,
      },
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

  /** Whether the password is still the one of that time. Lock the account before, so that it stays the same. */
  isOf: async (userId: string, passwordSetAt: Date | null): Promise<boolean> =>
    (await db.user.count({ where: { id: userId, passwordSetAt } })) > 0,

  /** @returns whether the previous hash was still `before`. */
  replace: async (userId: string, before: string, after: string): Promise<boolean> => {
    const where = { id: userId, passwordHash: before }
    const data = { passwordHash: after, passwordSetAt: new Date() }
    return (await db.user.updateMany({ where, data })).count > 0
  },

  /** Stores another hash of the same password, unless the password was replaced. */
  rehash: async (userId: string, before: string, after: string): Promise<void> => {
    const where = { id: userId, passwordHash: before }
    await db.user.updateMany({ where, data: { passwordHash: after } })
  },

  /** Also verifies the address: the person has received a mail there. */
  reset: async (userId: string, passwordHash: string): Promise<void> => {
    await db.$executeRaw`
      UPDATE users SET password_hash = ${passwordHash}, password_set_at = ${new Date()},
        updated_at = now(), email_verified_at = coalesce(email_verified_at, now())
      WHERE id = ${userId}::uuid`
  },
})
