import { Readable } from 'node:stream'
import type { App, JsonSchema } from '@vitrine/http'
import { AuditEvent, AuditEventFilter, AuditEventPage, AuditEventQuery } from './schemas.js'
import type { AuditEventService } from './service.js'

const lines = {
  description: 'One event per line, newest first',
  content: { 'application/x-ndjson': { schema: AuditEvent as unknown as JsonSchema } },
}

export function auditEventRoutes(scope: App, auditEvents: AuditEventService): void {
  scope.get(
    '/audit-events',
    {
      config: { role: 'ADMIN', tokens: 'project' },
      schema: {
        summary: 'List audit events',
        description:
          'Who changed what, when and from where, newest first. Events are kept as long as the operator says.',
        tags: ['Audit'],
        querystring: AuditEventQuery,
        response: { 200: AuditEventPage },
      },
    },
    ({ tenant, query }) => auditEvents.list(tenant, query),
  )
  scope.get(
    '/audit-events/export',
    {
      config: { role: 'ADMIN', tokens: 'project', openapi: { responses: { 200: lines } } },
      schema: {
        operationId: 'exportAuditEvents',
        summary: 'Export audit events as JSON lines',
        description:
          'All that match, newest first, in one answer that is read from the database while it is sent.',
        tags: ['Audit'],
        querystring: AuditEventFilter,
      },
    },
    ({ tenant, query }, reply) => {
      const serialize = reply.compileSerializationSchema({ ...AuditEvent })
      async function* textOf() {
        for await (const event of auditEvents.export(tenant, query)) yield `${serialize(event)}\n`
      }
      return reply
        .type('application/x-ndjson')
        .header('content-disposition', 'attachment; filename="audit-events.ndjson"')
        .send(Readable.from(textOf()))
    },
  )
}
