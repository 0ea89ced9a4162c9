import { watermarkDefaults } from '@vitrine/contracts'
import { AppError, isViolationOf } from '@vitrine/contracts/errors'
import type { ScopedDatabase, Transaction } from '@vitrine/database'
import { difference } from '../../changes/audited-action.js'
import type { ProjectTenant, Tenant } from '../../changes/author.js'
import { locking } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Changes } from '../../changes/changes.js'
import { firstFree, numbered, slugFrom, untilSlugIsFree } from '../../fields/slug.js'
import type { JobRunner } from '../../queue/runner.js'
import { removeProject, shrinkProject } from './removal.js'
import { type ProjectRepository, projectRepository } from './repository.js'
import type { NewProject, Project, ProjectQuery, ProjectUpdate } from './schemas.js'

export function createProjectService(deps: {
  database: ScopedDatabase
  changes: Changes
  jobs: JobRunner
  budgets: Budgets
}) {
  const { database, changes, jobs, budgets } = deps
  return {
    /** Without a slug, the project gets the first free slug of its name. */
    create: (tenant: Tenant, { name, slug }: NewProject): Promise<Project> => {
      const create = () =>
        changes.write(tenant, async (tx, { audit }) => {
          const { organizationId } = tenant
          const projects = projectRepository(tx)
          const chosen = slug ?? (await freeSlug(projects, organizationId, name))
          const project = await projects.create(organizationId, { name, slug: chosen })
          await budgets.requireWithin(tx, organizationId, { projects: 1 })
          const changed = difference(null, project, audited)
          audit({ action: 'project.create', resourceId: project.id, changes: changed })
          return project
        })
      return uniqueSlug(slug === undefined ? untilSlugIsFree(slugIndex, create) : create())
    },

    get: async (tenant: ProjectTenant): Promise<Project> => {
      const projects = projectRepository(database.forActor(tenant))
      return requireFound(await projects.find(tenant.organizationId, tenant.projectId))
    },

    list: (tenant: Tenant, query: ProjectQuery) =>
      database
        .forActor(tenant)
        .transaction((tx) => projectRepository(tx).list(tenant.organizationId, query)),

    update: (tenant: ProjectTenant, input: ProjectUpdate): Promise<Project> =>
      uniqueSlug(
        changes.write(tenant, async (tx, { audit, matching }) => {
          const { organizationId, projectId } = tenant
          const projects = projectRepository(tx)
          const before = matching(requireFound(await projects.lock(organizationId, projectId)))
          const { watermark, ...fields } = input
          if (watermark) await requireOwnAsset(projects, projectId, watermark.assetId)
          const after = await projects.update(organizationId, projectId, {
            ...fields,
            ...(watermark !== undefined && {
              watermark: watermark && { ...watermarkDefaults, ...watermark },
            }),
          })
          const changed = difference(before, after, audited)
          if (Object.keys(changed).length > 0) {
            audit({ action: 'project.update', resourceId: projectId, changes: changed })
          }
          return after
        }),
      ),

    /** When this resolves, no delivery instance serves anything of the project. */
    delete: async (tenant: ProjectTenant): Promise<void> => {
      const { organizationId, projectId } = tenant
      const lock = async (tx: Transaction) =>
        requireFound(await projectRepository(tx).lock(organizationId, projectId))
      const author = await shrinkProject(deps, locking(tenant, 'project'), projectId, lock)
      const job = await changes.write(author, async (tx, { audit, matching }) => {
        const before = matching(await lock(tx))
        const changed = difference(before, null, audited)
        audit({ action: 'project.delete', resourceId: projectId, changes: changed })
        return removeProject(tx, organizationId, projectId)
      })
      await jobs.runBriefly([job])
    },
  }
}

export type ProjectService = ReturnType<typeof createProjectService>

const audited = [
  'name',
  'slug',
  'transformations',
  'originals',
  'maxPublicWidth',
  'watermark',
] as const
const slugIndex = 'projects_organization_id_slug_key'

function freeSlug(projects: ProjectRepository, organizationId: string, name: string) {
  const slug = slugFrom(name, 'project')
  return firstFree(
    (n) => numbered(slug, n),
    (slugs) => projects.takenSlugs(organizationId, slugs),
  )
}

function requireFound(project: Project | null): Project {
  if (project === null) throw new AppError('PROJECT_NOT_FOUND', 'There is no such project.')
  return project
}

/** A reference of the table keeps it from being deleted afterwards. */
async function requireOwnAsset(
  projects: ProjectRepository,
  projectId: string,
  assetId: string,
): Promise<void> {
  if (await projects.hasAsset(projectId, assetId)) return
  throw new AppError('UNKNOWN_ASSETS', 'The watermark is not an asset of this project.', {
    details: [
      { field: 'watermark.assetId', message: `${assetId} is not an asset of this project` },
    ],
  })
}

async function uniqueSlug<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isViolationOf(error, slugIndex)) throw error
    throw new AppError('PROJECT_SLUG_TAKEN', 'The organization has a project with this slug.', {
      details: [{ field: 'slug', message: 'is taken' }],
    })
  }
}
