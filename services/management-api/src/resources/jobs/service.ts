import type { ScopedDatabase } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { ProjectTenant } from '../../scopes/tenancy.js'
import { jobRepository } from '../assets/bulk/job-repository.js'
import type { Failure } from './progress-repository.js'
import type { Job } from './schemas.js'

export const createJobService = ({ database }: { database: ScopedDatabase }) => ({
  get: async (tenant: ProjectTenant, jobId: string): Promise<Job> => {
    const jobs = jobRepository(database.forProject(tenant))
    const job = await jobs.find(tenant.projectId, jobId)
    if (job === null) throw new AppError('JOB_NOT_FOUND', 'There is no such job.')
    const { change, failed, ...row } = job
    const { action } = change as { action: string }
    return { ...row, action, failed: failed as Failure[] }
  },
})

export type JobService = ReturnType<typeof createJobService>
