import { slugFrom } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import { AppError, UniqueViolation } from '@vitrine/errors'
import { type PageQuery, pageOf } from '@vitrine/http'
import type { ProjectTenant, Tenant } from '../../plugins/tenancy.js'
import { projectRepository } from './repository.js'
import type { NewProject, Project } from './schemas.js'

export function createProjectService({ database }: { database: Database }) {
  const projects = projectRepository(database)
  return {
    create: async ({ organizationId }: Tenant, input: NewProject): Promise<Project> => {
      const slug = input.slug ?? slugFrom(input.name)
      if (slug === null) {
        const message = 'is required: none can be made from this name'
        throw new AppError('VALIDATION_FAILED', `slug ${message}`, {
          details: [{ field: 'slug', message }],
        })
      }
      try {
        return await projects.create(organizationId, { name: input.name, slug })
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error
        throw new AppError('PROJECT_SLUG_TAKEN', `The organization has a project ${slug} already.`)
      }
    },

    get: async ({ organizationId, projectId }: ProjectTenant): Promise<Project> => {
      const project = await projects.find(organizationId, projectId)
      if (project === null) throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.')
      return project
    },

    list: async ({ organizationId }: Tenant, query: PageQuery) => {
      const [content, total] = await projects.list(organizationId, query)
      return pageOf(content, total, query)
    },
  }
}

export type ProjectService = ReturnType<typeof createProjectService>
