import type { Prisma, Queryable } from '@vitrine/database'

const userFields = { id: true, name: true, email: true } as const

/** The organization of a login: the one that the account joined first. */
const firstMembership = {
  select: { organizationId: true },
  orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
  take: 1,
} satisfies Prisma.User$membershipsArgs

/** The unique index of e-mail addresses. */
export const emailKeyIndex = 'users_email_key_key'

/** E-mails are compared case-insensitively. */
export const emailKeyOf = (email: string) => email.toLowerCase()

export const authRepository = (db: Queryable) => ({
  findUserByEmail: (email: string) =>
    db.user.findUnique({
      where: { emailKey: emailKeyOf(email) },
      select: {
        ...userFields,
        passwordHash: true,
        createdAt: true,
        emailVerifiedAt: true,
        memberships: firstMembership,
      },
    }),

  getUser: (userId: string) =>
    db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { ...userFields, memberships: firstMembership },
    }),

  findCredentials: (userId: string) =>
    db.user.findUnique({
      where: { id: userId },
      select: { name: true, email: true, passwordHash: true },
    }),

  /** Locks the password until the transaction ends. @returns whether it is unchanged. */
  lockPassword: async (userId: string, passwordHash: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR SHARE`
    return rows.length > 0
  },

  /** @returns whether the previous hash was still `before`. */
  replacePassword: async (userId: string, before: string, after: string): Promise<boolean> => {
    const where = { id: userId, passwordHash: before }
    const { count } = await db.user.updateMany({ where, data: { passwordHash: after } })
    return count > 0
  },

  /** Until the transaction ends, no new row can refer to the account. @returns as `lockPassword` */
  lockForDeletion: async (userId: string, passwordHash: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR UPDATE`
    return rows.length > 0
  },

  /** Deletes it with its memberships and sessions. */
  delete: async (userId: string): Promise<void> => {
    await db.user.delete({ where: { id: userId }, select: { id: true } })
  },

  findMe: (userId: string) =>
    db.user.findUnique({
      where: { id: userId },
      select: {
        ...userFields,
        emailVerifiedAt: true,
        memberships: {
          select: { role: true, organization: { select: { id: true, name: true, slug: true } } },
          orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
        },
      },
    }),

  /** Also verifies the address: the person has received a mail there. */
  resetPassword: async (userId: string, passwordHash: string): Promise<void> => {
    await db.$executeRaw`
      UPDATE users SET password_hash = ${passwordHash}, updated_at = now(),
        email_verified_at = coalesce(email_verified_at, now())
      WHERE id = ${userId}::uuid`
  },

  /** Takes an address from another account that has not verified it. @returns that account's id. */
  releaseAddress: async (email: string, userId: string): Promise<string | null> => {
    const [former] = await db.$queryRaw<{ id: string }[]>`
      UPDATE users SET email_key = NULL
      WHERE email_key = ${emailKeyOf(email)} AND email_verified_at IS NULL AND id <> ${userId}::uuid
      RETURNING id`
    return former?.id ?? null
  },

  /** @throws UniqueViolation of `emailKeyIndex` if another account has the address. */
  verifyAddress: async (userId: string, email: string): Promise<void> => {
    await db.user.update({
      where: { id: userId },
      data: { emailKey: emailKeyOf(email), emailVerifiedAt: new Date() },
      select: { id: true },
    })
  },

  rename: (userId: string, name: string) =>
    db.user.update({ where: { id: userId }, data: { name }, select: { id: true } }),

  /** @param emailKey null if another account has the address. */
  createOwner: (
    user: { name: string; email: string; emailKey: string | null; passwordHash: string },
    organization: { name: string; slug: string },
  ) =>
    db.user.create({
      data: {
        ...user,
        memberships: { create: { role: 'OWNER', organization: { create: organization } } },
      },
      select: { ...userFields, memberships: { select: { organizationId: true } } },
    }),
})

export type AuthRepository = ReturnType<typeof authRepository>

export type StoredUser = NonNullable<Awaited<ReturnType<AuthRepository['findUserByEmail']>>>
