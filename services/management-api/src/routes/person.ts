import type { App } from '@vitrine/http'
import { tokenRules } from '../authority/token-limits.js'
import { requireLiveToken } from '../plugins/authentication.js'
import { accountRoutes } from '../resources/auth/account/routes.js'
import { sessionRoutes } from '../resources/auth/sessions/routes.js'
import { ownOrganizationRoutes } from '../resources/organizations/routes.js'
import { tokenRoutes } from '../resources/tokens/routes.js'
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
