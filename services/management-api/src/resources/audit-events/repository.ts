import type { Prisma, Queryable } from '@vitrine/database'
import { parseTimestamp } from '@vitrine/http'
import type { AuditEventQuery } from './schemas.js'

const fields = {
  id: true,
  organizationId: true,
  projectId: true,
  actor: { select: { id: true, name: true, email: true } },
  action: true,
  resourceType: true,
  resourceId: true,
  requestId: true,
  clientRequestId: true,
  changes: true,
  createdAt: true,
} as const satisfies Prisma.AuditEventSelect

export type NewAuditEvent = Omit<Prisma.AuditEventCreateManyInput, 'id' | 'createdAt'>

export const auditEventRepository = (db: Queryable) => ({
  append: async (events: NewAuditEvent[]): Promise<void> => {
    await db.auditEvent.createMany({ data: events })
  },

  list: async (organizationId: string, query: AuditEventQuery) => {
    const { page, size, actorId, action, resourceType, resourceId } = query
    const where: Prisma.AuditEventWhereInput = {
      organizationId,
      ...(actorId && { actorId }),
      ...(action && { action }),
      ...(resourceType && { resourceType }),
      ...(resourceId && { resourceId }),
      createdAt: {
        ...(query.from && { gte: parseTimestamp(query.from) ?? new Date(0) }),
        ...(query.to && { lt: parseTimestamp(query.to) ?? new Date(0) }),
      },
    }
    const [rows, total] = await Promise.all([
      db.auditEvent.findMany({
        where,
        select: fields,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.auditEvent.count({ where }),
    ])
    return [
      rows.map((row) => ({ ...row, changes: row.changes as Record<string, unknown> })),
      total,
    ] as const
  },
})
