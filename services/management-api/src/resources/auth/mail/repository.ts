import type { Queryable } from '@vitrine/database'

export const addressRepository = (db: Queryable) => ({
  /** Records that the person receives mails to the account's address. */
  verify: async (userId: string): Promise<void> => {
    const data = { emailVerifiedAt: new Date() }
    await db.user.update({ where: { id: userId }, data, select: { id: true } })
  },
})
