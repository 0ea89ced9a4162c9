import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
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
        moreProblems: ({ body }: FastifyRequest) => bulkProblems(body),
      },
      schema: {
        summary: 'Move, tag, untag, update or delete many assets',
        description: `Named assets, of which the body may have ${bodyLimits.bulk} bytes, are changed at once: 200. Those that a filter matches are changed in a job: 202. An Idempotency-Key is ignored, since a repeated call changes nothing more.`,
        tags: ['Assets'],
        body: BulkChange,
        response: { 200: BulkResult, 202: AcceptedJob },
      },
    },
    async ({ project, body }, reply) => {
      const { filter } = body
      if (filter === undefined) return bulk.change(project, body)
      return reply.code(202).send(await bulk.accept(project, { ...body, filter }))
    },
  )
}
