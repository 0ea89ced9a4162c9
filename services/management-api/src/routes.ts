import type { App } from '@vitrine/http'
import { idempotencyKeys } from './changes/idempotency/plugin.js'
import { repeatedChanges } from './changes/idempotency/repeated-changes.js'
import { refusePersonalTokens } from './changes/rights/personal-tokens.js'
import { demoRoutes } from './resources/auth/demo/routes.js'
import { mailRoutes } from './resources/auth/mail/routes.js'
import { authRoutes } from './resources/auth/routes.js'
import { acceptanceRoutes } from './resources/invitations/routes.js'
import { routesOfOrganization } from './routes/organization.js'
import { personRoutes } from './routes/person.js'
import { routesOfProject } from './routes/project.js'
import { at, type RouteDeps } from './routes/scope.js'
import { readTokens, requireToken } from './scopes/authentication.js'
import { revisions } from './scopes/revisions.js'

/**
 * Every documented call. The hooks of a scope run before its routes: open > authenticated > organization,
 * project.
 */
export async function registerRoutes(app: App, deps: RouteDeps): Promise<void> {
  await at(app, '/api/auth', (scope) => openRoutes(scope, deps))
  await at(app, '', (scope) => authenticatedRoutes(scope, deps))
}

/** Calls without a token: registration, login, mails, accepting invitations. */
function openRoutes(open: App, { database, limits, idempotency, people }: RouteDeps): void {
  refusePersonalTokens(open)
  idempotencyKeys(open, idempotency)
  readTokens(open, { database, limits })
  people.refreshCookie.protect(open)
  authRoutes(open, people)
  const { demoLogin, refreshCookie } = people
  if (demoLogin !== null) demoRoutes(open, { demoLogin, refreshCookie })
  mailRoutes(open, { ...people, sendsMail: people.outbox.isOpen })
  acceptanceRoutes(open, people)
}

async function authenticatedRoutes(authenticated: App, deps: RouteDeps): Promise<void> {
  const { limits, idempotency, people } = deps
  requireToken(authenticated, { limits, verifyPersonalToken: people.verifyPersonalToken })
  authenticated.addHook('onRequest', async ({ user }) => people.lastUse.used(user))
  revisions(authenticated)
  idempotencyKeys(authenticated, idempotency)
  repeatedChanges(authenticated, idempotency)
  await at(authenticated, '', (scope) => personRoutes(scope, deps))
  await at(authenticated, '/api/organizations/:orgId', (scope) => routesOfOrganization(scope, deps))
  await at(authenticated, '/api/projects/:projectId', (scope) => routesOfProject(scope, deps))
}
