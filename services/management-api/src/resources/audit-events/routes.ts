import type { App } from '@vitrine/http'
import { AuditEventPage, AuditEventQuery } from './schemas.js'
import type { AuditEventService } from './service.js'

export function auditEventRoutes(scope: App, auditEvents: AuditEventService): void {
  scope.get(
    '/audit-events',
    {
      config: { role: 'ADMIN' },
      schema: {
        summary: 'List audit events',
        tags: ['Audit'],
        querystring: AuditEventQuery,
        response: { 200: AuditEventPage },
      },
    },
    ({ tenant, query }) => auditEvents.list(tenant, query),
  )
}
