import type { Prisma, Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'

export type Subject = { type: 'asset' | 'widget'; id: string }

/** The history is a part of the audit log. */
export const historyRepository = (db: Queryable) => ({
  /** One page of the changes, newest first. @param since null: from the first on. */
  list: async (
    organizationId: string,
    projectId: string,
    { type, id }: Subject,
    query: PageQuery,
    since: Date | null,
  ) => {
    const page = createPage(newestFirst(`history of ${type} ${id}`), query)
    const where: Prisma.AuditEventWhereInput = {
      organizationId,
      projectId,
      resourceType: type,
      OR: [{ resourceId: id }, { resourceIds: { has: id } }],
      ...(since && { createdAt: { gte: since } }),
    }
    return page.read(
      where,
      (rows) =>
        db.auditEvent.findMany({
          ...rows,
          select: {
            id: true,
            action: true,
            actor: { select: { name: true } },
            changes: true,
            createdAt: true,
          },
        }),
      (all) => db.auditEvent.count(all),
    )
  },
})
