import type { App } from '@vitrine/http'
import { tokenRules } from '../changes/rights/token-limits.js'
import { accountRoutes } from '../resources/auth/account/routes.js'
import { sessionRoutes } from '../resources/auth/sessions/routes.js'
import { ownOrganizationRoutes } from '../resources/organizations/routes.js'
import { tokenRoutes } from '../resources/tokens/routes.js'
import { requireLiveToken } from '../scopes/authentication.js'
import { at, type RouteDeps } from './scope.js'

/** Calls of the caller's own account and organizations. */
export async function personRoutes(person: App, deps: RouteDeps): Promise<void> {
  const { database, people, organizations } = deps
  requireLiveToken(person, database)
  await at(person, '/api/auth', (scope) => {
    tokenRules(scope, 'refused')
    accountRoutes(scope, people)
    sessionRoutes(scope, people)
    tokenRoutes(scope, people.personalTokens)
  })
  await at(person, '/api/organizations', (scope) => {
    tokenRules(scope)
    ownOrganizationRoutes(scope, organizations)
  })
}
