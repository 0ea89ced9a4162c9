import type { ScopedDatabase } from '@vitrine/database'
import type { Tenant } from '../../changes/author.js'
import { requireRights } from '../../changes/rights/rights.js'
import { type AuditEventPosition, auditEventRepository } from './repository.js'
import type { AuditEvent, AuditEventFilter, AuditEventQuery } from './schemas.js'

const dayMs = 86_400_000

/** Events per query of an export, which bounds its memory. */
const batchRows = 100

type Deps = {
  database: ScopedDatabase
  /** How long events are shown; 0: without end. Some are kept longer, for the history of a resource. */
  auditRetentionDays: number
}

export function createAuditEventService({ database, auditRetentionDays }: Deps) {
  const shownSince = (): Date | null =>
    auditRetentionDays === 0 ? null : new Date(Date.now() - auditRetentionDays * dayMs)

  return {
    list: (tenant: Tenant, query: AuditEventQuery) =>
      database
        .forActor(tenant)
        .transaction((tx) =>
          auditEventRepository(tx).list(tenant.organizationId, query, shownSince()),
        ),

    /** All events, newest first. An export ends early if its author loses access. */
    export: async function* (tenant: Tenant, filter: AuditEventFilter): AsyncGenerator<AuditEvent> {
      const events = auditEventRepository(database.forActor(tenant))
      const since = shownSince()
      let position: AuditEventPosition | null = null
      for (;;) {
        const batch = await events.listAfter(
          tenant.organizationId,
          filter,
          { position, since },
          batchRows,
        )
        yield* batch
        const last = batch.at(-1)
        if (last === undefined || batch.length < batchRows) return
        position = { createdAt: last.createdAt, id: last.id }
        await requireRights(database.forActor(tenant), tenant)
      }
    },
  }
}

export type AuditEventService = ReturnType<typeof createAuditEventService>
