import type { Queryable } from '@vitrine/database'
import { emailKeyOf } from '../../../fields/email.js'

export const addressRepository = (db: Queryable) => ({
  /** Takes an address from another account that has not verified it. @returns that account's id. */
  release: async (email: string, userId: string): Promise<string | null> => {
    const [former] = await db.$queryRaw<{ id: string }[]>`
      UPDATE users SET email_key = NULL
      WHERE email_key = ${emailKeyOf(email)} AND email_verified_at IS NULL AND id <> ${userId}::uuid
      RETURNING id`
    return former?.id ?? null
  },

  /** @throws UniqueViolation of `emailKeyIndex` if another account has the address. */
  verify: async (userId: string, email: string): Promise<void> => {
    await db.user.update({
      where: { id: userId },
      data: { emailKey: emailKeyOf(email), emailVerifiedAt: new Date() },
      select: { id: true },
    })
  },
})
