import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { firstFree, numbered, slugFrom } from '../../fields/slug.js'
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
    return page.read(
      where,
      (rows) => db.organization.findMany({ ...rows, select: fields }),
      (all) => db.organization.count(all),
    )
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

export const organizationSlugIndex = 'organizations_slug_key'

/** The first free slug that a name suggests. Another transaction may take it first. */
export function freeOrganizationSlug(tx: Transaction, name: string): Promise<string> {
  const slug = slugFrom(name, 'organization')
  return firstFree((n) => numbered(slug, n), organizationRepository(tx).takenSlugs)
}
