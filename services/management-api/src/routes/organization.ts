import type { App } from '@vitrine/http'
import { tokenRules } from '../changes/rights/token-limits.js'
import { auditEventRoutes } from '../resources/audit-events/routes.js'
import { invitationRoutes } from '../resources/invitations/routes.js'
import { memberRoutes } from '../resources/members/routes.js'
import { organizationRoutes } from '../resources/organizations/routes.js'
import { organizationProjectRoutes } from '../resources/projects/routes.js'
import { usageRoutes } from '../resources/usage/routes.js'
import { organizationScope } from '../scopes/tenancy.js'
import type { RouteDeps } from './scope.js'

/** Calls below an organization. */
export function routesOfOrganization(organization: App, deps: RouteDeps): void {
  tokenRules(organization)
  organizationScope(organization, deps)
  organizationRoutes(organization, deps.organizations)
  memberRoutes(organization, deps.members)
  invitationRoutes(organization, deps.invitations)
  organizationProjectRoutes(organization, deps.projects)
  auditEventRoutes(organization, deps.auditEvents)
  usageRoutes(organization, deps.budgets)
}
