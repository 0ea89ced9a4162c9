import type { App } from '@vitrine/http'
import { Organization, OrganizationUpdate } from './schemas.js'
import type { OrganizationService } from './service.js'

export function organizationRoutes(scope: App, organizations: OrganizationService): void {
  scope.get(
    '/',
    { config: { role: 'VIEWER' }, schema: { response: { 200: Organization } } },
    ({ tenant }) => organizations.get(tenant),
  )
  scope.put(
    '/',
    {
      config: { role: 'ADMIN' },
      schema: { body: OrganizationUpdate, response: { 200: Organization } },
    },
    ({ tenant, body }) => organizations.update(tenant, body),
  )
}
