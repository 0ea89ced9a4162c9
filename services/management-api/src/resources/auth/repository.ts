import type { Queryable } from '@vitrine/database'

const userFields = { id: true, name: true, email: true } as const

/** E-mails are compared without regard to case. */
const keyOf = (email: string) => email.toLowerCase()

export const authRepository = (db: Queryable) => ({
  findUserByEmail: (email: string) =>
    db.user.findUnique({
      where: { emailKey: keyOf(email) },
      select: {
        ...userFields,
        passwordHash: true,
        memberships: {
          select: { organizationId: true },
          orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
          take: 1,
        },
      },
    }),

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

  createOwner: (
    user: { name: string; email: string; passwordHash: string },
    organization: { name: string; slug: string },
  ) =>
    db.user.create({
      data: {
        ...user,
        emailKey: keyOf(user.email),
        memberships: { create: { role: 'OWNER', organization: { create: organization } } },
      },
      select: { ...userFields, memberships: { select: { organizationId: true } } },
    }),

  isOrganizationSlugTaken: async (slug: string) =>
    (await db.organization.findUnique({ where: { slug }, select: { id: true } })) !== null,

  createSession: (userId: string, token: { tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date }) =>
    db.session.create({ data: { userId, tokens: { create: token } }, select: { id: true } }),
})

export type AuthRepository = ReturnType<typeof authRepository>
