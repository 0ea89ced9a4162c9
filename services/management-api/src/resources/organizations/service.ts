import type { Database } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import type { Tenant } from '../../plugins/tenancy.js'
import { organizationRepository } from './repository.js'
import type { Organization, OrganizationUpdate } from './schemas.js'

export function createOrganizationService({ database }: { database: Database }) {
  const organizations = organizationRepository(database)
  return {
    get: async ({ organizationId }: Tenant): Promise<Organization> => {
      const organization = await organizations.find(organizationId)
      if (organization === null) {
        throw new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.')
      }
      return organization
    },
    update: ({ organizationId }: Tenant, { name }: OrganizationUpdate): Promise<Organization> =>
      organizations.rename(organizationId, name),
  }
}

export type OrganizationService = ReturnType<typeof createOrganizationService>
