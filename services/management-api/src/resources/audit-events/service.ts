import type { Database } from '@vitrine/database'
import { pageOf } from '@vitrine/http'
import type { Tenant } from '../../plugins/tenancy.js'
import { auditEventRepository } from './repository.js'
import type { AuditEventQuery } from './schemas.js'

export function createAuditEventService({ database }: { database: Database }) {
  return {
    list: async ({ organizationId }: Tenant, query: AuditEventQuery) => {
      const [content, total] = await auditEventRepository(database).list(organizationId, query)
      return pageOf(content, total, query)
    },
  }
}

export type AuditEventService = ReturnType<typeof createAuditEventService>
