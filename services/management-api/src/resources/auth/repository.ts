import type { Prisma, Queryable, Transaction } from '@vitrine/database'
import { lockOrganization } from '../../changes/rights/lock-repository.js'
import { emailKeyOf } from '../../fields/email.js'

type NewUser = { name: string; email: string; passwordHash: string }

const userFields = { id: true, name: true, email: true } as const

/** The organization of a login: the one that the account joined first. */
const firstMembership = {
  select: { organizationId: true },
  orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
  take: 1,
} satisfies Prisma.User$membershipsArgs

export const authRepository = (db: Queryable) => ({
  findUserByEmail: (email: string) =>
    db.user.findUnique({
      where: { emailKey: emailKeyOf(email) },
      select: {
        ...userFields,
        passwordHash: true,
        passwordSetAt: true,
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

  rename: (userId: string, name: string) =>
    db.user.update({ where: { id: userId }, data: { name }, select: { id: true } }),

  create: (user: NewUser) =>
    db.user.create({
      data: { ...user, emailKey: emailKeyOf(user.email) },
      select: userFields,
    }),

  createOwner: (user: NewUser, organization: { name: string; slug: string }) =>
    db.user.create({
      data: {
        ...user,
        emailKey: emailKeyOf(user.email),
        memberships: { create: { role: 'OWNER', organization: { create: organization } } },
      },
      select: { ...userFields, memberships: { select: { organizationId: true } } },
    }),

  /** If several callers spend a code concurrently, one gets the user. @returns null for an invalid code. */
  spendLoginCode: async (codeHash: Uint8Array<ArrayBuffer>): Promise<string | null> => {
    const [spent] = await db.$queryRaw<{ userId: string }[]>`
      DELETE FROM login_codes WHERE code_hash = ${codeHash} AND expires_at > now()
      RETURNING user_id AS "userId"`
    return spent?.userId ?? null
  },

  /** Deletes it with its memberships and sessions. */
  delete: async (userId: string): Promise<void> => {
    await db.user.delete({ where: { id: userId }, select: { id: true } })
  },
})

export type AuthRepository = ReturnType<typeof authRepository>

export type StoredUser = NonNullable<Awaited<ReturnType<AuthRepository['findUserByEmail']>>>

/**
 * Locks the organizations of an account before the account itself, as everywhere, and in a fixed order, so
 * that two accounts never deadlock.
 *
 * @returns their ids.
 */
export async function lockOrganizations(tx: Transaction, userId: string): Promise<string[]> {
  const me = await authRepository(tx).findMe(userId)
  const ids = (me?.memberships ?? []).map(({ organization }) => organization.id).sort()
  for (const id of ids) await lockOrganization(tx, id)
  return ids
}
