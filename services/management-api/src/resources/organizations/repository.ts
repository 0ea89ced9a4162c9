import { randomUUID } from 'node:crypto'
import type { Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'

const fields = {
  id: true,
  name: true,
  slug: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const

export const organizationRepository = (db: Queryable) => ({
  find: (organizationId: string) =>
    db.organization.findUnique({ where: { id: organizationId }, select: fields }),

  listOf: async (userId: string, query: PageQuery) => {
    const page = createPage(newestFirst('organizations'), query)
    const where = { memberships: { some: { userId } } }
    const { orderBy, skip, take } = page
    const [rows, total] = await Promise.all([
      db.organization.findMany({
        where: { AND: [where, page.behind] },
        select: fields,
        orderBy,
        skip,
        take,
      }),
      db.organization.count({ where }),
    ])
    return page.answer(rows, total)
  },

  /** The taken ones among the slugs, including organizations that the caller cannot see. */
  takenSlugs: async (slugs: readonly string[]): Promise<Set<string>> => {
    const rows = await db.$queryRaw<{ slug: string }[]>`
      SELECT vitrine_taken_organization_slugs(${[...slugs]}) AS slug`
    return new Set(rows.map(({ slug }) => slug))
  },

  /**
   * Call it in a transaction. Only members can read the row, so the membership is created before it is
   * read.
   */
  create: async (userId: string, organization: { name: string; slug: string }) => {
    const organizationId = randomUUID()
    await db.organization.createMany({ data: [{ id: organizationId, ...organization }] })
    await db.membership.createMany({ data: [{ organizationId, userId, role: 'OWNER' }] })
    const where = { id: organizationId }
    return db.organization.findUniqueOrThrow({ where, select: fields })
  },

  rename: (organizationId: string, name: string) =>
    db.organization.update({ where: { id: organizationId }, data: { name }, select: fields }),

  delete: async (organizationId: string): Promise<void> => {
    await db.organization.deleteMany({ where: { id: organizationId } })
  },
})
