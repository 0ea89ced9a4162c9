import type { Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'

const fields = {
  id: true,
  organizationId: true,
  name: true,
  slug: true,
  createdAt: true,
  updatedAt: true,
} as const

export const projectRepository = (db: Queryable) => ({
  create: (organizationId: string, project: { name: string; slug: string }) =>
    db.project.create({ data: { organizationId, ...project }, select: fields }),

  find: (organizationId: string, projectId: string) =>
    db.project.findFirst({ where: { id: projectId, organizationId }, select: fields }),

  list: (organizationId: string, { page, size }: PageQuery) =>
    Promise.all([
      db.project.findMany({
        where: { organizationId },
        select: fields,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.project.count({ where: { organizationId } }),
    ]),
})
