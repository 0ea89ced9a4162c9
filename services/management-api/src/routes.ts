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
  const { limits, idempotency, people } = deps
  await app.register(async (open: App) => openRoutes(open, deps), { prefix: '/api/auth' })
  await app.register(async (authenticated: App) => {
    requireToken(authenticated, { limits, verifyPersonalToken: people.verifyPersonalToken })
    authenticated.addHook('onRequest', async ({ user }) => people.lastUse.used(user))
    revisions(authenticated)
    idempotencyKeys(authenticated, idempotency)
    repeatedChanges(authenticated, idempotency)
    await authenticated.register(async (person: App) => personRoutes(person, deps))
    await authenticated.register(async (scope: App) => routesOfOrganization(scope, deps), {
      prefix: '/api/organizations/:orgId',
    })
    await authenticated.register(async (scope: App) => routesOfProject(scope, deps), {
      prefix: '/api/projects/:projectId',
    })
  })
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

/** Calls of the caller's own account and organizations. */
async function personRoutes(person: App, deps: Deps): Promise<void> {
  const { database, people, organizations } = deps
  requireLiveToken(person, database)
  await person.register(
    async (scope: App) => {
      tokenRules(scope, 'refused')
      accountRoutes(scope, people)
      sessionRoutes(scope, people)
      tokenRoutes(scope, people.personalTokens)
    },
    { prefix: '/api/auth' },
  )
  await person.register(
    async (scope: App) => {
      tokenRules(scope)
      ownOrganizationRoutes(scope, organizations)
    },
    { prefix: '/api/organizations' },
  )
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
  await project.register(async (scope: App) => presetRoutes(scope, deps.presets), {
    prefix: '/presets',
  })
  await project.register(async (scope: App) => signingKeyRoutes(scope, deps.signingKeys), {
    prefix: '/signing-keys',
  })
  await project.register(async (scope: App) => folderRoutes(scope, deps.folders), {
    prefix: '/folders',
  })
  await project.register(
    async (scope: App) => {
      await assetRoutes(scope, deps.assets, deps.uploads)
      assetHistoryRoutes(scope, deps.history)
    },
    { prefix: '/assets' },
  )
  await project.register(async (scope: App) => tagRoutes(scope, deps.tags), { prefix: '/tags' })
  await project.register(async (scope: App) => jobRoutes(scope, deps.jobs), { prefix: '/jobs' })
  await project.register(async (scope: App) => statisticsRoutes(scope, deps.statistics), {
    prefix: '/statistics',
  })
  await project.register(
    async (scope: App) => {
      widgetRoutes(scope, deps.widgets)
      widgetAssetRoutes(scope, deps.assets)
      widgetHistoryRoutes(scope, deps.history)
      widgetStatisticsRoutes(scope, deps.statistics)
      embedRoutes(scope, deps.embed)
    },
    { prefix: '/widgets' },
  )
}
