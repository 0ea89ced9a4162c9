import type { Prisma, Queryable } from '@vitrine/database'

const userFields = { id: true, name: true, email: true } as const

/** The organization that a login leads to: the one that the account has been in for longest. */
const firstMembership = {
  select: { organizationId: true },
  orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
  take: 1,
} satisfies Prisma.User$membershipsArgs

/** E-mails are compared without regard to case. */
export const emailKeyOf = (email: string) => email.toLowerCase()

export const authRepository = (db: Queryable) => ({
  findUserByEmail: (email: string) =>
    db.user.findUnique({
      where: { emailKey: emailKeyOf(email) },
      select: {
        ...userFields,
        passwordHash: true,
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

  /** Until the transaction ends nobody changes the password. @returns whether it is still this. */
  lockPassword: async (userId: string, passwordHash: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR SHARE`
    return rows.length > 0
  },

  /** @returns whether the hash was the one that is replaced. */
  replacePassword: async (userId: string, before: string, after: string): Promise<boolean> => {
    const where = { id: userId, passwordHash: before }
    const { count } = await db.user.updateMany({ where, data: { passwordHash: after } })
    return count > 0
  },

  /** Until the transaction ends no new row refers to the account. @returns as `lockPassword` */
  lockForDeletion: async (userId: string, passwordHash: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash = ${passwordHash} FOR UPDATE`
    return rows.length > 0
  },

  /** With its memberships and sessions. */
  delete: async (userId: string): Promise<void> => {
    await db.user.delete({ where: { id: userId }, select: { id: true } })
  },

  findMe: (userId: string) =>
    db.user.findUnique({
      where: { id: userId },
      select: {
        ...userFields,
        memberships: {
          select: { role: true, organization: { select: { id: true, name: true, slug: true } } },
          orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
        },
      },
    }),

  rename: (userId: string, name: string) =>
    db.user.update({ where: { id: userId }, data: { name }, select: { id: true } }),

  createOwner: (
    user: { name: string; email: string; passwordHash: string },
    organization: { name: string; slug: string },
  ) =>
    db.user.create({
      data: {
        ...user,
        emailKey: emailKeyOf(user.email),
        memberships: { create: { role: 'OWNER', organization: { create: organization } } },
      },
      select: { ...userFields, memberships: { select: { organizationId: true } } },
    }),
})

export type AuthRepository = ReturnType<typeof authRepository>
