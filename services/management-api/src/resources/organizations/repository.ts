import type { Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'

const fields = { id: true, name: true, slug: true, createdAt: true, updatedAt: true } as const

export const organizationRepository = (db: Queryable) => ({
  find: (organizationId: string) =>
    db.organization.findUnique({ where: { id: organizationId }, select: fields }),

  /** Those that a user is a member of. */
  listOf: (userId: string, { page, size }: PageQuery) => {
    const where = { memberships: { some: { userId } } }
    return Promise.all([
      db.organization.findMany({
        where,
        select: fields,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.organization.count({ where }),
    ])
  },

  /** Which of the slugs an organization has. */
  takenSlugs: async (slugs: readonly string[]): Promise<Set<string>> => {
    const where = { slug: { in: [...slugs] } }
    const rows = await db.organization.findMany({ where, select: { slug: true } })
    return new Set(rows.map(({ slug }) => slug))
  },

  create: (ownerId: string, organization: { name: string; slug: string }) =>
    db.organization.create({
      data: { ...organization, memberships: { create: { userId: ownerId, role: 'OWNER' } } },
      select: fields,
    }),

  rename: (organizationId: string, name: string) =>
    db.organization.update({ where: { id: organizationId }, data: { name }, select: fields }),

  delete: async (organizationId: string): Promise<void> => {
    await db.organization.deleteMany({ where: { id: organizationId } })
  },
})
