import type { Prisma, Queryable, Role } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { emailKeyOf } from '../auth/email-key.js'

const fields = {
  userId: true,
  role: true,
  revision: true,
  createdAt: true,
  user: { select: { name: true, email: true } },
} as const satisfies Prisma.MembershipSelect

type Row = Prisma.MembershipGetPayload<{ select: typeof fields }>

const flat = ({ user, ...membership }: Row) => ({ ...membership, ...user })

const idOf = (organizationId: string, userId: string) => ({
  organizationId_userId: { organizationId, userId },
})

export const memberRepository = (db: Queryable) => ({
  find: async (organizationId: string, userId: string) => {
    const where = idOf(organizationId, userId)
    const row = await db.membership.findUnique({ where, select: fields })
    return row && flat(row)
  },

  list: async (organizationId: string, { page, size }: PageQuery) => {
    const [rows, total] = await Promise.all([
      db.membership.findMany({
        where: { organizationId },
        select: fields,
        orderBy: [{ createdAt: 'desc' }, { userId: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.membership.count({ where: { organizationId } }),
    ])
    return [rows.map(flat), total] as const
  },

  roleOf: async (organizationId: string, userId: string): Promise<Role | null> => {
    const where = idOf(organizationId, userId)
    const membership = await db.membership.findUnique({ where, select: { role: true } })
    return membership?.role ?? null
  },

  /** Whether an account with the address is a member. */
  hasAddress: async (organizationId: string, email: string): Promise<boolean> => {
    const where = { organizationId, user: { emailKey: emailKeyOf(email) } }
    return (await db.membership.count({ where })) > 0
  },

  countOwners: (organizationId: string): Promise<number> =>
    db.membership.count({ where: { organizationId, role: 'OWNER' } }),

  setRole: async (organizationId: string, userId: string, role: Role) => {
    const where = idOf(organizationId, userId)
    return flat(await db.membership.update({ where, data: { role }, select: fields }))
  },

  add: async (organizationId: string, userId: string, role: Role): Promise<void> => {
    const data = { organizationId, userId, role }
    await db.membership.create({ data, select: { userId: true } })
  },

  delete: async (organizationId: string, userId: string): Promise<void> => {
    const where = idOf(organizationId, userId)
    await db.membership.delete({ where, select: { userId: true } })
  },
})
