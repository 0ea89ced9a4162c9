import type { Database } from '@vitrine/database'
import { AppError, isViolationOf } from '@vitrine/errors'
import { type PageQuery, pageOf } from '@vitrine/http'
import { difference } from '../../audit.js'
import type { Changes } from '../../changes.js'
import type { JobRunner } from '../../jobs/runner.js'
import type { ProjectTenant, Tenant } from '../../plugins/tenancy.js'
import { chooseSlug } from '../../slug.js'
import { removeProject, shrinkProject } from './removal.js'
import { projectRepository } from './repository.js'
import type { NewProject, Project, ProjectUpdate } from './schemas.js'

export function createProjectService(deps: {
  database: Database
  changes: Changes
  jobs: JobRunner
}) {
  const { database, changes, jobs } = deps
  const projects = projectRepository(database)
  return {
    create: async (tenant: Tenant, input: NewProject): Promise<Project> => {
      const row = { name: input.name, slug: chooseSlug(input) }
      return uniqueSlug(
        changes.write(tenant, async (tx, { audit }) => {
          const project = await projectRepository(tx).create(tenant.organizationId, row)
          const changed = difference(null, project, audited)
          audit({ action: 'project.create', resourceId: project.id, changes: changed })
          return project
        }),
      )
    },

    get: async ({ organizationId, projectId }: ProjectTenant): Promise<Project> =>
      found(await projects.find(organizationId, projectId)),

    list: async ({ organizationId }: Tenant, query: PageQuery) => {
      const [content, total] = await projects.list(organizationId, query)
      return pageOf(content, total, query)
    },

    update: (tenant: ProjectTenant, input: ProjectUpdate): Promise<Project> =>
      uniqueSlug(
        changes.write(tenant, async (tx, { audit }) => {
          const { organizationId, projectId } = tenant
          const projects = projectRepository(tx)
          const before = found(await projects.lock(organizationId, projectId))
          const after = await projects.update(organizationId, projectId, input)
          const changed = difference(before, after, audited)
          if (Object.keys(changed).length > 0) {
            audit({ action: 'project.update', resourceId: projectId, changes: changed })
          }
          return after
        }),
      ),

    /** When this resolves no delivery instance serves anything of the project. */
    delete: async (tenant: ProjectTenant): Promise<void> => {
      await shrinkProject(deps, tenant, tenant.projectId)
      const job = await changes.write(tenant, async (tx, { audit }) => {
        const { organizationId, projectId } = tenant
        const before = found(await projectRepository(tx).lock(organizationId, projectId))
        const changed = difference(before, null, audited)
        audit({ action: 'project.delete', resourceId: projectId, changes: changed })
        return removeProject(tx, organizationId, projectId)
      })
      await jobs.runBriefly([job])
    },
  }
}

export type ProjectService = ReturnType<typeof createProjectService>

const audited = ['name', 'slug'] as const

function found(project: Project | null): Project {
  if (project === null) throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.')
  return project
}

async function uniqueSlug<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isViolationOf(error, 'projects_organization_id_slug_key')) throw error
    throw new AppError('PROJECT_SLUG_TAKEN', 'The organization has a project with this slug.', {
      details: [{ field: 'slug', message: 'is taken' }],
    })
  }
}
