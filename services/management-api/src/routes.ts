import type { ScopedDatabase } from '@vitrine/database'
import type { App } from '@vitrine/http'
import type { Accounts } from './assembly/accounts.js'
import type { Services } from './assembly/services.js'
import { refusePersonalTokens } from './authority/personal-tokens.js'
import { tokenRules } from './authority/token-limits.js'
import type { Changes } from './changes/changes.js'
import type { ClaimDeps } from './idempotency/claim.js'
import { idempotencyKeys } from './idempotency/plugin.js'
import { repeatedChanges } from './idempotency/repeated-changes.js'
import type { CallLimits } from './limits/call-limits.js'
import { readTokens, requireLiveToken, requireToken } from './plugins/authentication.js'
import { revisions } from './plugins/revisions.js'
import { organizationScope, projectScope } from './plugins/tenancy.js'
import { apiKeyRoutes } from './resources/api-keys/routes.js'
import { widgetAssetRoutes } from './resources/assets/of-widget.js'
import { assetRoutes } from './resources/assets/routes.js'
import { auditEventRoutes } from './resources/audit-events/routes.js'
import { accountRoutes } from './resources/auth/account/routes.js'
import { demoRoutes } from './resources/auth/demo/routes.js'
import { mailRoutes } from './resources/auth/mail/routes.js'
import { authRoutes } from './resources/auth/routes.js'
import { sessionRoutes } from './resources/auth/sessions/routes.js'
import { folderRoutes } from './resources/folders/routes.js'
import { assetHistoryRoutes, widgetHistoryRoutes } from './resources/history/routes.js'
import { acceptanceRoutes, invitationRoutes } from './resources/invitations/routes.js'
import { jobRoutes } from './resources/jobs/routes.js'
import { memberRoutes } from './resources/members/routes.js'
import { organizationRoutes, ownOrganizationRoutes } from './resources/organizations/routes.js'
import { presetRoutes } from './resources/presets/routes.js'
import { organizationProjectRoutes, projectRoutes } from './resources/projects/routes.js'
import { signingKeyRoutes } from './resources/signing-keys/routes.js'
import { statisticsRoutes, widgetStatisticsRoutes } from './resources/statistics/routes.js'
import { tagRoutes } from './resources/tags/routes.js'
import { tokenRoutes } from './resources/tokens/routes.js'
import type { Budgets } from './resources/usage/budgets.js'
import { usageRoutes } from './resources/usage/routes.js'
import { embedRoutes } from './resources/widgets/embed/routes.js'
import { widgetRoutes } from './resources/widgets/routes.js'

type Deps = Services & {
  database: ScopedDatabase
  limits: CallLimits
  changes: Changes
  idempotency: ClaimDeps
  people: Accounts
  budgets: Budgets
  uploads: Parameters<typeof assetRoutes>[2]
}

/**
 * Every documented call. The hooks of a scope run before its routes: open > authenticated > organization,
 * project.
 */
export async function registerRoutes(app: App, deps: Deps): Promise<void> {
  await at(app, '/api/auth', (scope) => openRoutes(scope, deps))
  await at(app, '', (scope) => authenticatedRoutes(scope, deps))
}

/** Registers routes in a scope of their own: hooks that they add do not apply outside it. */
async function at(parent: App, path: string, routes: (scope: App) => void | Promise<void>) {
  await parent.register(async (scope: App) => routes(scope), { prefix: path })
}

/** Calls without a token: registration, login, mails, accepting invitations. */
function openRoutes(open: App, { database, limits, idempotency, people }: Deps): void {
  refusePersonalTokens(open)
  idempotencyKeys(open, idempotency)
  readTokens(open, { database, limits })
  people.refreshCookie.protect(open)
  authRoutes(open, people)
  const { demoLogin, refreshCookie } = people
  if (demoLogin !== null) demoRoutes(open, { demoLogin, refreshCookie })
  mailRoutes(open, { ...people, sendsMail: people.postbox.isOpen })
  acceptanceRoutes(open, people)
}

async function authenticatedRoutes(authenticated: App, deps: Deps): Promise<void> {
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

/** Calls of the caller's own account and organizations. */
async function personRoutes(person: App, deps: Deps): Promise<void> {
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

function routesOfOrganization(organization: App, deps: Deps): void {
  tokenRules(organization)
  organizationScope(organization, deps)
  organizationRoutes(organization, deps.organizations)
  memberRoutes(organization, deps.members)
  invitationRoutes(organization, deps.invitations)
  organizationProjectRoutes(organization, deps.projects)
  auditEventRoutes(organization, deps.auditEvents)
  usageRoutes(organization, deps.budgets)
}

async function routesOfProject(project: App, deps: Deps): Promise<void> {
  tokenRules(project, 'project')
  projectScope(project, deps)
  projectRoutes(project, deps.projects)
  apiKeyRoutes(project, deps.apiKeys)
  await at(project, '/presets', (scope) => presetRoutes(scope, deps.presets))
  await at(project, '/signing-keys', (scope) => signingKeyRoutes(scope, deps.signingKeys))
  await at(project, '/folders', (scope) => folderRoutes(scope, deps.folders))
  await at(project, '/assets', async (scope) => {
    await assetRoutes(scope, deps.assets, deps.uploads)
    assetHistoryRoutes(scope, deps.history)
  })
  await at(project, '/tags', (scope) => tagRoutes(scope, deps.tags))
  await at(project, '/jobs', (scope) => jobRoutes(scope, deps.jobs))
  await at(project, '/statistics', (scope) => statisticsRoutes(scope, deps.statistics))
  await at(project, '/widgets', (scope) => {
    widgetRoutes(scope, deps.widgets)
    widgetAssetRoutes(scope, deps.assets)
    widgetHistoryRoutes(scope, deps.history)
    widgetStatisticsRoutes(scope, deps.statistics)
    embedRoutes(scope, deps.embed)
  })
}
