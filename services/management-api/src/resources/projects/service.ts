import { slugFrom } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import { type PageQuery, pageOf } from '@vitrine/http'
import { difference } from '../../audit.js'
import type { Changes } from '../../changes.js'
import type { ProjectTenant, Tenant } from '../../plugins/tenancy.js'
import { projectRepository } from './repository.js'
import type { NewProject, Project } from './schemas.js'

export function createProjectService(deps: { database: Database; changes: Changes }) {
  const { database, changes } = deps
  const projects = projectRepository(database)
  return {
    create: async (tenant: Tenant, input: NewProject): Promise<Project> => {
      const slug = input.slug ?? slugFrom(input.name)
      if (slug === null) {
        const message = 'is required: none can be made from this name'
        throw new AppError('VALIDATION_FAILED', `slug ${message}`, {
          details: [{ field: 'slug', message }],
        })
      }
      try {
        return await changes.write(tenant, async (tx, { audit }) => {
          const row = { name: input.name, slug }
          const project = await projectRepository(tx).create(tenant.organizationId, row)
          const changed = difference(null, project, ['name', 'slug'])
          audit({ action: 'project.create', resourceId: project.id, changes: changed })
          return project
        })
      } catch (error) {
        if (!isViolationOf(error, 'projects_organization_id_slug_key')) throw error
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
