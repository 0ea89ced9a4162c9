import type { Watermark } from '@vitrine/contracts'
import type { Prisma, Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import {
  type Counts,
  type Project,
  type ProjectQuery,
  type ProjectUpdate,
  projectSorts,
} from './schemas.js'

const fields = {
  id: true,
  organizationId: true,
  name: true,
  slug: true,
  transformations: true,
  originals: true,
  maxPublicWidth: true,
  watermarkAssetId: true,
  watermarkPosition: true,
  watermarkOpacity: true,
  watermarkScale: true,
  watermarkFrom: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const

type Row = Prisma.ProjectGetPayload<{ select: typeof fields }>

/** The row as answers show it. Constraints of the table allow no other values. */
function shaped(row: Row): Omit<Project, 'counts'> {
  const {
    watermarkAssetId: assetId,
    watermarkPosition: position,
    watermarkOpacity: opacity,
    watermarkScale: scale,
    watermarkFrom: from,
    ...fields
  } = row
  const watermark = assetId === null ? null : { assetId, position, opacity, scale, from }
  return { ...fields, watermark } as Omit<Project, 'counts'>
}

/** The columns of the changed fields. */
function inColumns({ watermark, ...fields }: Changes) {
  if (watermark === undefined) return fields
  return {
    ...fields,
    watermarkAssetId: watermark?.assetId ?? null,
    watermarkPosition: watermark?.position ?? null,
    watermarkOpacity: watermark?.opacity ?? null,
    watermarkScale: watermark?.scale ?? null,
    watermarkFrom: watermark?.from ?? null,
  }
}

type Changes = Omit<ProjectUpdate, 'watermark'> & { watermark?: Watermark | null }

const noCounts: Counts = { assets: 0, widgets: 0, published: 0, altMissing: 0 }

/** Adds to each project how much is in it. */
async function withCounts(db: Queryable, projects: readonly Row[]): Promise<Project[]> {
  const rows = await db.$queryRaw<({ projectId: string } & Counts)[]>`
    SELECT project_id AS "projectId", assets, widgets, published, alt_missing AS "altMissing"
    FROM vitrine_project_counts(${projects.map(({ id }) => id)}::uuid[])`
  const countsOf = new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]))
  return projects.map((row) => ({ ...shaped(row), counts: countsOf.get(row.id) ?? noCounts }))
}

export const projectRepository = (db: Queryable) => ({
  create: async (organizationId: string, project: { name: string; slug: string }) => {
    const row = await db.project.create({ data: { organizationId, ...project }, select: fields })
    return { ...shaped(row), counts: noCounts }
  },

  find: async (organizationId: string, projectId: string) => {
    const where = { id: projectId, organizationId }
    const row = await db.project.findFirst({ where, select: fields })
    const [project] = await withCounts(db, row === null ? [] : [row])
    return project ?? null
  },

  list: async (organizationId: string, query: ProjectQuery) => {
    const page = createPage(orderOf('projects', projectSorts, query.sort), query)
    const contains = { contains: literally(query.q ?? ''), mode: 'insensitive' } as const
    const where = {
      organizationId,
      ...(query.q && { OR: [{ name: contains }, { slug: contains }] }),
    }
    return page.read(
      where,
      async (rows) => withCounts(db, await db.project.findMany({ ...rows, select: fields })),
      (all) => db.project.count(all),
    )
  },

  /**
   * Finds and locks the project until the transaction ends: it cannot be changed, and nothing can be
   * added.
   */
  lock: async (organizationId: string, projectId: string) => {
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR UPDATE`
    return projectRepository(db).find(organizationId, projectId)
  },

  takenSlugs: async (organizationId: string, slugs: readonly string[]): Promise<Set<string>> => {
    const where = { organizationId, slug: { in: [...slugs] } }
    const rows = await db.project.findMany({ where, select: { slug: true } })
    return new Set(rows.map(({ slug }) => slug))
  },

  hasAsset: async (projectId: string, assetId: string): Promise<boolean> => {
    const where = { projectId_id: { projectId, id: assetId } }
    return (await db.asset.findUnique({ where, select: { id: true } })) !== null
  },

  idsOf: async (organizationId: string): Promise<string[]> => {
    const rows = await db.project.findMany({ where: { organizationId }, select: { id: true } })
    return rows.map(({ id }) => id)
  },

  update: async (organizationId: string, projectId: string, changes: Changes) => {
    const where = { id: projectId, organizationId }
    const row = await db.project.update({ where, data: inColumns(changes), select: fields })
    const [project] = await withCounts(db, [row])
    return project ?? { ...shaped(row), counts: noCounts }
  },
})

export type ProjectRepository = ReturnType<typeof projectRepository>
