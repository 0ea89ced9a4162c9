import { type App, idempotencyKey } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { bodyLimits } from '../../../limits/body-limits.js'
import type { Bulk } from './bulk.js'
import { bulkProblems } from './problems.js'
import { AcceptedJob, BulkChange, BulkResult, Job, JobParams } from './schemas.js'

export function bulkRoutes(scope: App, bulk: Bulk): void {
  scope.post(
    '/bulk',
    {
      bodyLimit: bodyLimits.bulk,
      config: {
        role: 'EDITOR',
        repeats: { status: ({ body }) => ((body as BulkChange).filter === undefined ? 200 : 202) },
        openapi: {
          errors: ['UNKNOWN_FOLDER', 'COUNT_DIFFERS', 'TOO_MANY_JOBS'],
          headers: { 'Idempotency-Key': idempotencyKey },
        },
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
    ({ project, body }) => {
      const { filter } = body
      return filter === undefined
        ? bulk.change(project, body)
        : bulk.accept(project, { ...body, filter })
    },
  )
}

export function jobRoutes(scope: App, bulk: Bulk): void {
  scope.get(
    '/:jobId',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Get the progress of a job; ended ones are kept for a week',
        description:
          'Ask again until `state` is DONE or FAILED. `failed` lists the assets that could not be changed, each with a code.',
        tags: ['Jobs'],
        params: JobParams,
        response: { 200: Job },
      },
    },
    ({ project, params }) => bulk.getJob(project, params.jobId),
  )
}
