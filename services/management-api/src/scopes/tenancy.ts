import type { AppError, ErrorCode } from '@vitrine/contracts/errors'
import type { Role, ScopedDatabase } from '@vitrine/database'
import { type App, documentErrors } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { callOf, type ProjectTenant, type Tenant } from '../changes/author.js'
import type { Changes } from '../changes/changes.js'
import { actorOf } from '../changes/rights/bearer.js'
import { type Rights, rightsRepository } from '../changes/rights/repository.js'
import {
  noOrganization,
  noProject,
  notMember,
  requireLive,
  requireRoleOf,
} from '../changes/rights/rights.js'
import { requireWithin } from '../changes/rights/token-limits.js'
import { idOf } from '../fields/uuid.js'

declare module 'fastify' {
  interface FastifyRequest {
    tenant: Tenant
    project: ProjectTenant
  }
  interface FastifyContextConfig {
    /** The minimum role for this route. Every route within a tenant declares one. */
    role?: Role
  }
}

type Deps = { database: ScopedDatabase; changes: Pick<Changes, 'propagated'> }

/**
 * Routes within an organization. Checks that the caller's token is valid, the organization exists, the
 * caller is a member, and the role is sufficient.
 */
export function organizationScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  documentErrors(scope, (route) => ['SESSION_ENDED', 'FORBIDDEN', ...absences(route)])
  scope.decorateRequest('tenant')
  scope.addHook('onRequest', async (request) => {
    const organizationId = idOf(request, 'orgId')
    if (request.storedAnswer !== null) return
    const { user } = request
    const rows = rightsRepository(database.forActor(actorOf(user)).sql)
    const rights = await rows.inOrganization(user, organizationId)
    request.tenant = await afterChangesUnlessSafe(request, changes, () =>
      authorize(request, rights, { absent: noOrganization }),
    )
  })
}

/** Routes within a project, through its organization. */
export function projectScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  documentErrors(scope, (route) => ['SESSION_ENDED', 'FORBIDDEN', ...absences(route)])
  scope.decorateRequest('project')
  scope.addHook('onRequest', async (request) => {
    const projectId = idOf(request, 'projectId')
    if (request.storedAnswer !== null) return
    const { user } = request
    const rows = rightsRepository(database.forActor(actorOf(user)).sql)
    const rights = await rows.inProject(user, projectId)
    const tenant = await afterChangesUnlessSafe(request, changes, () =>
      authorize(request, rights, { absent: noProject, projectId }),
    )
    request.project = { ...tenant, projectId }
  })
}

/** What is missing if an id of the address names nothing. */
const absenceByParameter = new Map<string, ErrorCode>(
  Object.entries({
    orgId: 'ORGANIZATION_NOT_FOUND',
    projectId: 'PROJECT_NOT_FOUND',
    userId: 'MEMBER_NOT_FOUND',
    invitationId: 'INVITATION_NOT_FOUND',
    folderId: 'FOLDER_NOT_FOUND',
    assetId: 'ASSET_NOT_FOUND',
    widgetId: 'WIDGET_NOT_FOUND',
    keyId: 'API_KEY_NOT_FOUND',
    signingKeyId: 'SIGNING_KEY_NOT_FOUND',
    jobId: 'JOB_NOT_FOUND',
  }),
)

const absences = ({ url }: { url: string }): ErrorCode[] =>
  [...url.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => absenceByParameter.get(name) ?? [])

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * A retried write may be rejected because its first attempt succeeded. Delays the rejection until that
 * first write has reached every replica.
 */
async function afterChangesUnlessSafe<Result>(
  { method }: FastifyRequest,
  changes: Deps['changes'],
  decide: () => Result,
): Promise<Result> {
  try {
    return decide()
  } catch (error) {
    if (!safeMethods.includes(method)) await changes.propagated()
    throw error
  }
}

/** @throws AppError as `requireLive`; FORBIDDEN, and `absent` */
function authorize(
  request: FastifyRequest,
  rights: Rights | undefined,
  { absent, projectId }: { absent: () => AppError; projectId?: string },
): Tenant {
  const { user } = request
  requireLive(user, rights?.tokenState ?? 'ended')
  if (rights === undefined || rights.organizationId === null) throw absent()
  const { organizationId, role } = rights
  requireWithin(user, { organizationId, ...(projectId !== undefined && { projectId }) })
  if (role === null) throw notMember()
  const least = request.routeOptions.config.role ?? 'OWNER'
  return {
    ...callOf(request),
    ...actorOf(user),
    role: requireRoleOf(user, role, least),
    organizationId,
    rights: { token: user, role: least },
  }
}

/** Prevents the start of the service if a route does not declare a role. */
function requireRoles(scope: App): void {
  scope.addHook('onRoute', (route) => {
    const { method, url, config, schema } = route
    if (config?.role === undefined) throw new Error(`${method} ${url} names no role`)
    const needs = `Needs the role ${config.role} or a higher one.`
    route.schema = {
      ...schema,
      description: [schema?.description, needs].filter(Boolean).join(' '),
      'x-vitrine-role': config.role,
    }
  })
}
