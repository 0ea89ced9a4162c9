import type { Queryable } from '@vitrine/database'

const fields = { id: true, name: true, slug: true, createdAt: true, updatedAt: true } as const

export const organizationRepository = (db: Queryable) => ({
  find: (organizationId: string) =>
    db.organization.findUnique({ where: { id: organizationId }, select: fields }),

  rename: (organizationId: string, name: string) =>
    db.organization.update({ where: { id: organizationId }, data: { name }, select: fields }),
})
