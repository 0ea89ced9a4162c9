import type { ScopedDatabase } from '@vitrine/database'
import { type App, documentErrors } from '@vitrine/http'
import type { Budgets } from './changes/budgets.js'
import type { Changes } from './changes/changes.js'
import { answerOnce, type IdempotencyDeps } from './changes/idempotency/idempotency.js'
import { actorOf, type Bearer } from './changes/rights/bearer.js'
import { refusePersonalTokens, type VerifyPersonalToken } from './changes/rights/personal-tokens.js'
import { tokenRules } from './changes/rights/token-limits.js'
import type { CallLimits } from './limits/call-limits.js'
import { apiKeyRoutes } from './resources/api-keys/routes.js'
import type { ApiKeyService } from './resources/api-keys/service.js'
import { jobRoutes } from './resources/assets/bulk/routes.js'
import { assetRoutes, widgetAssetRoutes } from './resources/assets/routes.js'
import type { AssetService } from './resources/assets/service.js'
import type { UploadOptions } from './resources/assets/upload/receive.js'
import { auditEventRoutes } from './resources/audit-events/routes.js'
import type { AuditEventService } from './resources/audit-events/service.js'
import { acceptanceRoutes } from './resources/auth/acceptance/routes.js'
import { accountRoutes } from './resources/auth/account/routes.js'
import { demoRoutes } from './resources/auth/demo/routes.js'
import type { DemoLogin } from './resources/auth/demo/service.js'
import { mailRoutes } from './resources/auth/mail/routes.js'
import { authRoutes } from './resources/auth/routes.js'
import { sessionRoutes } from './resources/auth/sessions/routes.js'
import { tokenRoutes } from './resources/auth/tokens/routes.js'
import type { TokenService } from './resources/auth/tokens/service.js'
import { embedRoutes } from './resources/embed/routes.js'
import type { EmbedService } from './resources/embed/service.js'
import { folderRoutes } from './resources/folders/routes.js'
import type { FolderService } from './resources/folders/service.js'
import { invitationRoutes } from './resources/invitations/routes.js'
import type { InvitationService } from './resources/invitations/service.js'
import { memberRoutes } from './resources/members/routes.js'
import type { MemberService } from './resources/members/service.js'
import { organizationRoutes, ownOrganizationRoutes } from './resources/organizations/routes.js'
import type { OrganizationService } from './resources/organizations/service.js'
import { presetRoutes } from './resources/presets/routes.js'
import type { PresetService } from './resources/presets/service.js'
import { organizationProjectRoutes, projectRoutes } from './resources/projects/routes.js'
import type { ProjectService } from './resources/projects/service.js'
import { signingKeyRoutes } from './resources/signing-keys/routes.js'
import type { SigningKeyService } from './resources/signing-keys/service.js'
import { statisticsRoutes, widgetStatisticsRoutes } from './resources/statistics/routes.js'
import type { StatisticsService } from './resources/statistics/service.js'
import { tagRoutes } from './resources/tags/routes.js'
import type { TagService } from './resources/tags/service.js'
import { widgetRoutes } from './resources/widgets/routes.js'
import type { WidgetService } from './resources/widgets/service.js'
import { readTokens, requireLiveToken, requireToken } from './scopes/authentication.js'
import { revisions } from './scopes/revisions.js'
import { organizationScope, projectScope } from './scopes/tenancy.js'

type Accounts = Parameters<typeof authRoutes>[1] &
  Parameters<typeof mailRoutes>[1] &
  Parameters<typeof acceptanceRoutes>[1] &
  Parameters<typeof accountRoutes>[1] &
  Parameters<typeof sessionRoutes>[1] & {
    /** null unless the service runs on a developer's machine. */
    demoLogin: DemoLogin | null
    personalTokens: TokenService
  }

export type RouteDeps = Accounts & {
  database: ScopedDatabase
  changes: Changes
  callLimits: CallLimits
  idempotency: IdempotencyDeps
  verifyPersonalToken: VerifyPersonalToken
  /** Records that a session or a personal access token was used. */
  recordUse: (bearer: Bearer) => void

  organizations: OrganizationService
  members: MemberService
  invitations: InvitationService
  auditEvents: AuditEventService
  budgets: Budgets
  projects: ProjectService

  apiKeys: ApiKeyService
  presets: PresetService
  signingKeys: SigningKeyService
  folders: FolderService
  assets: AssetService
  uploads: UploadOptions
  tags: TagService
  statistics: StatisticsService
  widgets: WidgetService
  embed: EmbedService
}

/**
 * Every documented call. The hooks of a scope run before its routes: open > authenticated > organization,
 * project.
 */
export async function registerRoutes(app: App, deps: RouteDeps): Promise<void> {
  // Every call reads the database. A change may refer to a row that another one deletes at the same time.
  documentErrors(app, ({ method }) => [
    'DATABASE_UNAVAILABLE',
    'DATABASE_MISCONFIGURED',
    ...(method === 'GET' || method === 'HEAD' ? [] : (['REFERENCE_GONE'] as const)),
  ])
  await registerUnder(app, '/api/auth', (open) => registerOpen(open, deps))
  await registerUnder(app, '', async (authenticated) => {
    requireToken(authenticated, deps)
    authenticated.addHook('onRequest', async ({ user }) => deps.recordUse(user))
    revisions(authenticated)
    answerOnce(authenticated, deps.idempotency, ({ user }) => actorOf(user))
    await registerUnder(authenticated, '', (person) => registerPerson(person, deps))
    await registerUnder(authenticated, '/api/organizations/:orgId', (organization) =>
      registerOrganization(organization, deps),
    )
    await registerUnder(authenticated, '/api/projects/:projectId', (project) =>
      registerProject(project, deps),
    )
  })
}

/** Registers routes in a scope of their own: hooks that they add do not apply outside it. */
async function registerUnder(
  parent: App,
  path: string,
  register: (scope: App) => void | Promise<void>,
): Promise<void> {
  await parent.register(async (scope: App) => register(scope), { prefix: path })
}

/** Calls without a token: registration, login, mails, accepting invitations. */
function registerOpen(open: App, deps: RouteDeps): void {
  refusePersonalTokens(open)
  readTokens(open, deps)
  deps.refreshCookie.protect(open)
  answerOnce(open, deps.idempotency, () => null)
  authRoutes(open, deps)
  const { demoLogin, refreshCookie } = deps
  if (demoLogin !== null) demoRoutes(open, { demoLogin, refreshCookie })
  mailRoutes(open, deps)
  acceptanceRoutes(open, deps)
}

/** Calls of the caller's own account and organizations. */
async function registerPerson(person: App, deps: RouteDeps): Promise<void> {
  requireLiveToken(person, deps.database)
  await registerUnder(person, '/api/auth', (scope) => {
    tokenRules(scope, 'refused')
    accountRoutes(scope, deps)
    sessionRoutes(scope, deps)
    tokenRoutes(scope, deps.personalTokens)
  })
  await registerUnder(person, '/api/organizations', (scope) => {
    tokenRules(scope)
    ownOrganizationRoutes(scope, deps.organizations)
  })
}

function registerOrganization(organization: App, deps: RouteDeps): void {
  tokenRules(organization)
  organizationScope(organization, deps)
  organizationRoutes(organization, deps.organizations, deps.budgets)
  memberRoutes(organization, deps.members)
  invitationRoutes(organization, deps.invitations)
  organizationProjectRoutes(organization, deps.projects)
  auditEventRoutes(organization, deps.auditEvents)
}

async function registerProject(project: App, deps: RouteDeps): Promise<void> {
  tokenRules(project, 'project')
  projectScope(project, deps)
  projectRoutes(project, deps.projects)
  apiKeyRoutes(project, deps.apiKeys)
  await registerUnder(project, '/presets', (scope) => presetRoutes(scope, deps.presets))
  await registerUnder(project, '/signing-keys', (scope) =>
    signingKeyRoutes(scope, deps.signingKeys),
  )
  await registerUnder(project, '/folders', (scope) => folderRoutes(scope, deps.folders))
  await registerUnder(project, '/assets', (scope) => assetRoutes(scope, deps.assets, deps.uploads))
  await registerUnder(project, '/tags', (scope) => tagRoutes(scope, deps.tags))
  await registerUnder(project, '/jobs', (scope) => jobRoutes(scope, deps.assets.bulk))
  await registerUnder(project, '/statistics', (scope) => statisticsRoutes(scope, deps.statistics))
  await registerUnder(project, '/widgets', (scope) => {
    widgetRoutes(scope, deps.widgets)
    widgetAssetRoutes(scope, deps.assets)
    widgetStatisticsRoutes(scope, deps.statistics)
    embedRoutes(scope, deps.embed)
  })
}
