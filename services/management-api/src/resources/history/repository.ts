import type { Prisma, Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'

/** What has a history. */
export type Subject = { type: 'asset' | 'widget'; id: string }

/** The history is a part of the audit log. */
export const historyRepository = (db: Queryable) => ({
  /** One page of the changes, newest first, and the number of all. @param since null: from the first on. */
  list: async (
    organizationId: string,
    projectId: string,
    { type, id }: Subject,
    { page, size }: PageQuery,
    since: Date | null,
  ) => {
    const where: Prisma.AuditEventWhereInput = {
      organizationId,
      projectId,
      resourceType: type,
      OR: [{ resourceId: id }, { resourceIds: { has: id } }],
      ...(since && { createdAt: { gte: since } }),
    }
    const [rows, total] = await Promise.all([
      db.auditEvent.findMany({
        where,
        select: {
          id: true,
          action: true,
          actor: { select: { name: true } },
          changes: true,
          createdAt: true,
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.auditEvent.count({ where }),
    ])
    return [rows, total] as const
  },
})
