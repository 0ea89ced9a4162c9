import type { Prisma, Queryable } from '@vitrine/database'
import { parseTimestamp } from '@vitrine/http'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'
import type { AuditEventFilter, AuditEventQuery } from './schemas.js'

const fields = {
  id: true,
  organizationId: true,
  projectId: true,
  actor: { select: { id: true, name: true, email: true } },
  tokenId: true,
  action: true,
  resourceType: true,
  resourceId: true,
  resourceIds: true,
  requestId: true,
  clientRequestId: true,
  reason: true,
  address: true,
  changes: true,
  createdAt: true,
} as const satisfies Prisma.AuditEventSelect

const orderBy = [
  { createdAt: 'desc' },
  { id: 'asc' },
] as const satisfies Prisma.AuditEventOrderByWithRelationInput[]

type NewAuditEvent = Omit<Prisma.AuditEventCreateManyInput, 'id' | 'createdAt'>

/** The event after which a page of an export begins. */
export type AuditEventPosition = { createdAt: Date; id: string }

export const auditEventRepository = (db: Queryable) => ({
  append: async (events: NewAuditEvent[]): Promise<void> => {
    await db.auditEvent.createMany({ data: events })
  },

  /** @param since null: from the first on. */
  list: async (organizationId: string, query: AuditEventQuery, since: Date | null) => {
    const page = createPage(newestFirst('audit events'), query)
    const where = { AND: [whereOf(organizationId, query), from(since)] }
    return page.read(
      where,
      async (rows) => (await db.auditEvent.findMany({ ...rows, select: fields })).map(shown),
      (all) => db.auditEvent.count(all),
    )
  },

  /** The events after a position, in the order of the list. */
  listAfter: async (
    organizationId: string,
    filter: AuditEventFilter,
    { position, since }: { position: AuditEventPosition | null; since: Date | null },
    limit: number,
  ) => {
    const where = { AND: [whereOf(organizationId, filter), from(since), behind(position)] }
    const rows = await db.auditEvent.findMany({
      where,
      select: fields,
      orderBy: [...orderBy],
      take: limit,
    })
    return rows.map(shown)
  },

  /**
   * Deletes old events, except those of widgets and assets that the history still shows.
   *
   * @param historyDays how long the history is; 0: without end.
   * @returns the number of deleted events, at most `limit`.
   */
  deleteOlder: (auditDays: number, historyDays: number, limit: number): Promise<number> =>
    db.$executeRaw`
      DELETE FROM audit_events WHERE id = ANY(ARRAY(
        SELECT id FROM audit_events WHERE created_at < now() - ${auditDays} * interval '1 day'
          AND (resource_type NOT IN ('asset', 'widget') OR (${historyDays}::int > 0
            AND created_at < now() - ${historyDays} * interval '1 day'))
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
})

const shown = <Row extends { changes: Prisma.JsonValue }>(row: Row) => ({
  ...row,
  changes: row.changes as Record<string, unknown>,
})

function whereOf(organizationId: string, filter: AuditEventFilter): Prisma.AuditEventWhereInput {
  const { actorId, action, resourceType, resourceId, requestId, from, to } = filter
  return {
    organizationId,
    ...(actorId && { actorId }),
    ...(action && { action }),
    ...(resourceType && { resourceType }),
    ...(requestId && { requestId }),
    ...(resourceId && { OR: [{ resourceId }, { resourceIds: { has: resourceId } }] }),
    createdAt: {
      ...(from && { gte: parseTimestamp(from) ?? new Date(0) }),
      ...(to && { lt: parseTimestamp(to) ?? new Date(0) }),
    },
  }
}

const from = (since: Date | null): Prisma.AuditEventWhereInput =>
  since === null ? {} : { createdAt: { gte: since } }

function behind(position: AuditEventPosition | null): Prisma.AuditEventWhereInput {
  if (position === null) return {}
  const { createdAt, id } = position
  // The first condition lets the index find the position.
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { gt: id } }],
  }
}
