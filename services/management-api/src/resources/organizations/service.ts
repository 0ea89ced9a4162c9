import type { Database } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { difference } from '../../audit.js'
import type { Changes } from '../../changes.js'
import type { Tenant } from '../../plugins/tenancy.js'
import { organizationRepository } from './repository.js'
import type { Organization, OrganizationUpdate } from './schemas.js'

export function createOrganizationService(deps: { database: Database; changes: Changes }) {
  const { database, changes } = deps
  const organizations = organizationRepository(database)
  return {
    get: async ({ organizationId }: Tenant): Promise<Organization> => {
      const organization = await organizations.find(organizationId)
      if (organization === null) {
        throw new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.')
      }
      return organization
    },
    update: (tenant: Tenant, { name }: OrganizationUpdate): Promise<Organization> =>
      changes.write(tenant, async (tx, { audit }) => {
        const { organizationId } = tenant
        const before = await organizationRepository(tx).find(organizationId)
        const after = await organizationRepository(tx).rename(organizationId, name)
        const changed = difference(before, after, ['name'])
        audit({ action: 'organization.update', resourceId: organizationId, changes: changed })
        return after
      }),
  }
}

export type OrganizationService = ReturnType<typeof createOrganizationService>
