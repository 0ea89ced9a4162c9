import type { Prisma, Queryable, Role } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import { type MemberQuery, memberSorts } from './schemas.js'

const fields = {
  userId: true,
  role: true,
  revision: true,
  createdAt: true,
  user: { select: { name: true, email: true } },
} as const satisfies Prisma.MembershipSelect

type Row = Prisma.MembershipGetPayload<{ select: typeof fields }>

const flat = ({ user, ...membership }: Row) => ({ ...membership, ...user })

/** The name is the user's. */
const by = (field: string, condition: unknown) =>
  field === 'name' ? { user: { name: condition } } : { [field]: condition }

const idOf = (organizationId: string, userId: string) => ({
  organizationId_userId: { organizationId, userId },
})

export const memberRepository = (db: Queryable) => ({
  find: async (organizationId: string, userId: string) => {
    const where = idOf(organizationId, userId)
    const row = await db.membership.findUnique({ where, select: fields })
    return row && flat(row)
  },

  list: async (organizationId: string, query: MemberQuery) => {
    const page = createPage(orderOf('members', memberSorts, query.sort), query, {
      id: 'userId',
      by,
    })
    const contains = { contains: literally(query.q ?? ''), mode: 'insensitive' } as const
    const where = {
      organizationId,
      ...(query.q && { user: { OR: [{ name: contains }, { email: contains }] } }),
    }
    return page.read(
      where,
      async (rows) => (await db.membership.findMany({ ...rows, select: fields })).map(flat),
      (all) => db.membership.count(all),
    )
  },

  /** The names of those who are members. */
  listNames: async (organizationId: string, userIds: string[]): Promise<string[]> => {
    const where = { organizationId, userId: { in: userIds } }
    const rows = await db.membership.findMany({ where, select: fields, orderBy: { userId: 'asc' } })
    return rows.map(({ user }) => user.name)
  },

  roleOf: async (organizationId: string, userId: string): Promise<Role | null> => {
    const where = idOf(organizationId, userId)
    const membership = await db.membership.findUnique({ where, select: { role: true } })
    return membership?.role ?? null
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
