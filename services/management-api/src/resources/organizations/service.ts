import { AppError, isViolationOf } from '@vitrine/contracts/errors'
import type { Actor, ScopedDatabase, Transaction } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { difference } from '../../changes/audited-action.js'
import type { Author, Tenant } from '../../changes/author.js'
import { locking } from '../../changes/author.js'
import type { Budgets } from '../../changes/budgets.js'
import type { Changes } from '../../changes/changes.js'
import { untilSlugIsFree } from '../../fields/slug.js'
import type { JobRunner } from '../../queue/runner.js'
import { removeProject, shrinkProject } from '../projects/removal.js'
import { projectRemovalRepository } from '../projects/removal-repository.js'
import { projectRepository } from '../projects/repository.js'
import {
  freeOrganizationSlug,
  organizationRepository,
  organizationSlugIndex,
} from './repository.js'
import type { NewOrganization, Organization, OrganizationUpdate } from './schemas.js'

type Founder = Author & { userId: string }

type Deps = {
  database: ScopedDatabase
  changes: Changes
  jobs: JobRunner
  budgets: Budgets
}

export function createOrganizationService(deps: Deps) {
  const { database, changes } = deps
  return {
    create: (founder: Founder, organization: NewOrganization): Promise<Organization> =>
      createOrganization(deps, founder, organization),

    listOf: (actor: Actor, query: PageQuery) =>
      database
        .forActor(actor)
        .transaction((tx) => organizationRepository(tx).listOf(actor.userId, query)),

    get: async (tenant: Tenant): Promise<Organization> =>
      requireFound(
        await organizationRepository(database.forActor(tenant)).find(tenant.organizationId),
      ),

    update: (tenant: Tenant, { name }: OrganizationUpdate): Promise<Organization> =>
      changes.write(locking(tenant, 'organization'), async (tx, { audit, matching }) => {
        const { organizationId } = tenant
        const before = matching(requireFound(await organizationRepository(tx).find(organizationId)))
        const after = await organizationRepository(tx).rename(organizationId, name)
        const changed = difference(before, after, ['name'])
        if (Object.keys(changed).length > 0) {
          audit({ action: 'organization.update', resourceId: organizationId, changes: changed })
        }
        return after
      }),

    delete: (tenant: Tenant): Promise<void> => deleteOrganization(deps, tenant),
  }
}

export type OrganizationService = ReturnType<typeof createOrganizationService>

/** The founder becomes its OWNER. Without a slug it gets the first free slug of its name. */
async function createOrganization(
  { changes, budgets }: Deps,
  founder: Founder,
  { name, slug }: NewOrganization,
): Promise<Organization> {
  const create = () =>
    changes.write(founder, async (tx, { audit }) => {
      const organizations = organizationRepository(tx)
      const row = { name, slug: slug ?? (await freeOrganizationSlug(tx, name)) }
      const { id, ...rest } = await organizations.create(founder.userId, row)
      await budgets.requireWithinUser(tx, founder.userId, { organizations: 1 })
      const changed = difference(null, row, ['name', 'slug'])
      const where = { resourceId: id, organizationId: id }
      audit({ action: 'organization.create', ...where, changes: changed })
      return { id, ...rest }
    })
  try {
    return await (slug === undefined ? untilSlugIsFree(organizationSlugIndex, create) : create())
  } catch (error) {
    if (!isViolationOf(error, organizationSlugIndex)) throw error
    throw new AppError('ORGANIZATION_SLUG_TAKEN', 'There is an organization with this slug.', {
      details: [{ field: 'slug', message: 'is taken' }],
    })
  }
}

/**
 * Deletes everything in it, including its audit log, so the deletion is not audited there. When this
 * resolves, no delivery instance serves anything of it.
 */
async function deleteOrganization(deps: Deps, tenant: Tenant): Promise<void> {
  const { database, changes, jobs } = deps
  const projects = projectRepository(database.forActor(tenant))
  let author: Tenant = locking(tenant, 'memberships')
  const find = async (tx: Transaction) =>
    requireFound(await organizationRepository(tx).find(tenant.organizationId))
  for (const projectId of await projects.idsOf(tenant.organizationId)) {
    author = await shrinkProject(deps, author, projectId, find)
  }
  const removals = await changes.write(author, async (tx, { matching }) => {
    const { organizationId } = tenant
    matching(await find(tx))
    const scheduled = await removeProjects(tx, organizationId)
    await organizationRepository(tx).delete(organizationId)
    return scheduled
  })
  await jobs.runBriefly(removals)
}

async function removeProjects(tx: Transaction, organizationId: string): Promise<string[]> {
  const jobs = []
  for (const projectId of await projectRemovalRepository(tx).lockAll(organizationId)) {
    jobs.push(await removeProject(tx, organizationId, projectId))
  }
  return jobs
}

function requireFound(organization: Organization | null): Organization {
  if (organization === null) {
    throw new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.')
  }
  return organization
}
