import type { App } from '@vitrine/http'
import { Job, JobParams } from './schemas.js'
import type { JobService } from './service.js'

export function jobRoutes(scope: App, jobs: JobService): void {
  scope.get(
    '/:jobId',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'Get the progress of a job; ended ones are kept for a week',
        tags: ['Jobs'],
        params: JobParams,
        response: { 200: Job },
      },
    },
    ({ project, params }) => jobs.get(project, params.jobId),
  )
}
