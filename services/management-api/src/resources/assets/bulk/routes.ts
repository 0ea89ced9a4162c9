import { type App, idempotencyKey } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { created } from '../../../changes/idempotency/plugin.js'
import { bodyLimits } from '../../../limits/body-limits.js'
import type { Bulk } from './bulk.js'
import { bulkProblems } from './problems.js'
import { AcceptedJob, BulkChange, BulkResult } from './schemas.js'

export function bulkRoutes(scope: App, bulk: Bulk): void {
  scope.post(
    '/bulk',
    {
      bodyLimit: bodyLimits.bulk,
      config: {
        role: 'EDITOR',
        openapi: { headers: { 'Idempotency-Key': idempotencyKey } },
        moreProblems: ({ body }: FastifyRequest) => bulkProblems(body),
      },
      schema: {
        summary: 'Move, tag, untag, update or delete many assets',
        description: `Named assets, of which the body may have ${bodyLimits.bulk} bytes, are changed at once: 200. Those that a filter matches are changed in a job: 202.`,
        tags: ['Assets'],
        body: BulkChange,
        response: { 200: BulkResult, 202: AcceptedJob },
      },
    },
    (request, reply) => {
      const { project, body } = request
      const { filter } = body
      return filter === undefined
        ? created(request, reply, body, () => bulk.change(project, body), { status: 200 })
        : created(request, reply, body, () => bulk.accept(project, { ...body, filter }), {
            status: 202,
          })
    },
  )
}
