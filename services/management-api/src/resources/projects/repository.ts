import type { Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import { type ProjectQuery, projectSorts } from './schemas.js'

const fields = {
  id: true,
  organizationId: true,
  name: true,
  slug: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const

export const projectRepository = (db: Queryable) => ({
  create: (organizationId: string, project: { name: string; slug: string }) =>
    db.project.create({ data: { organizationId, ...project }, select: fields }),

  find: (organizationId: string, projectId: string) =>
    db.project.findFirst({ where: { id: projectId, organizationId }, select: fields }),

  list: async (organizationId: string, query: ProjectQuery) => {
    const page = createPage(orderOf('projects', projectSorts, query.sort), query)
    const contains = { contains: literally(query.q ?? ''), mode: 'insensitive' } as const
    const where = {
      organizationId,
      ...(query.q && { OR: [{ name: contains }, { slug: contains }] }),
    }
    const { orderBy, skip, take } = page
    const [rows, total] = await Promise.all([
      db.project.findMany({
        where: { AND: [where, page.behind] },
        select: fields,
        orderBy,
        skip,
        take,
      }),
      db.project.count({ where }),
    ])
    return page.answer(rows, total)
  },

  /**
   * As `find`. Locks the project until the transaction ends: it cannot be changed, and nothing can be
   * added.
   */
  lock: async (organizationId: string, projectId: string) => {
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR UPDATE`
    return projectRepository(db).find(organizationId, projectId)
  },

  /** The taken ones among the slugs. */
  takenSlugs: async (organizationId: string, slugs: readonly string[]): Promise<Set<string>> => {
    const where = { organizationId, slug: { in: [...slugs] } }
    const rows = await db.project.findMany({ where, select: { slug: true } })
    return new Set(rows.map(({ slug }) => slug))
  },

  idsOf: async (organizationId: string): Promise<string[]> => {
    const rows = await db.project.findMany({ where: { organizationId }, select: { id: true } })
    return rows.map(({ id }) => id)
  },

  /** As `idsOf`, locked as by `lock`. */
  lockAll: async (organizationId: string): Promise<string[]> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM projects WHERE organization_id = ${organizationId}::uuid ORDER BY id
      FOR UPDATE`
    return rows.map(({ id }) => id)
  },

  update: (organizationId: string, projectId: string, changes: { name?: string; slug?: string }) =>
    db.project.update({ where: { id: projectId, organizationId }, data: changes, select: fields }),

  /** Deletes it with everything in it. */
  delete: async (organizationId: string, projectId: string): Promise<void> => {
    await db.project.delete({ where: { id: projectId, organizationId }, select: { id: true } })
  },

  hasMoreAssetsThan: async (projectId: string, count: number): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM assets WHERE project_id = ${projectId}::uuid OFFSET ${count} LIMIT 1`
    return rows.length > 0
  },

  /** @returns the ids of the deleted assets. */
  deleteSomeAssets: async (projectId: string, count: number): Promise<string[]> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM assets WHERE project_id = ${projectId}::uuid ORDER BY id LIMIT ${count}
      FOR UPDATE`
    const assetIds = rows.map(({ id }) => id)
    await db.$queryRaw`
      SELECT 1 FROM widgets WHERE project_id = ${projectId}::uuid ORDER BY id FOR NO KEY UPDATE`
    await db.$executeRaw`
      DELETE FROM assets WHERE project_id = ${projectId}::uuid AND id = ANY(${assetIds}::uuid[])`
    return assetIds
  },
})

export type ProjectRepository = ReturnType<typeof projectRepository>
