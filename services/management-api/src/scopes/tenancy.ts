import type { Role, ScopedDatabase } from '@vitrine/database'
import { type AppError, validationFailed } from '@vitrine/errors'
import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { callOf } from '../changes/author.js'
import type { Author, Changes } from '../changes/changes.js'
import { actorOf, type Bearer } from '../changes/rights/bearer.js'
import { type Authority, authorityRepository } from '../changes/rights/repository.js'
import { noOrganization, noProject, notMember, requireRoleOf } from '../changes/rights/rights.js'
import { requireWithin } from '../changes/rights/token-limits.js'
import { requireLive } from '../changes/rights/token-state.js'
import { isUuid } from '../fields/uuid.js'

/** The author, the tenant and the request: the first argument of every service call. */
export type Tenant = Author & {
  userId: string
  role: Role
  organizationId: string
  authority: { token: Bearer; role: Role }
}
export type ProjectTenant = Tenant & { projectId: string }

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
  scope.decorateRequest('tenant')
  scope.addHook('onRequest', async (request) => {
    const organizationId = idOf(request, 'orgId')
    if (request.isRepeated) return
    const { user } = request
    const authorities = authorityRepository(database.forActor(actorOf(user)).sql)
    const authority = live(user, await authorities.inOrganization(user, organizationId))
    request.tenant = await afterChangesUnlessSafe(request, changes, () =>
      admit(request, authority, { absent: noOrganization }),
    )
  })
}

/** Routes within a project, through its organization. */
export function projectScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  scope.decorateRequest('project')
  scope.addHook('onRequest', async (request) => {
    const projectId = idOf(request, 'projectId')
    if (request.isRepeated) return
    const { user } = request
    const authorities = authorityRepository(database.forActor(actorOf(user)).sql)
    const authority = live(user, await authorities.inProject(user, projectId))
    const tenant = await afterChangesUnlessSafe(request, changes, () =>
      admit(request, authority, { absent: noProject, projectId }),
    )
    request.project = { ...tenant, projectId }
  })
}

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

const nothing: Authority = { tokenState: 'ended', organizationId: null, role: null }

/** @throws AppError as `requireLive` */
function live(bearer: Bearer, authority: Authority = nothing): Authority {
  requireLive(bearer, authority.tokenState)
  return authority
}

function admit(
  request: FastifyRequest,
  { organizationId, role }: Authority,
  { absent, projectId }: { absent: () => AppError; projectId?: string },
): Tenant {
  const { user } = request
  if (organizationId === null) throw absent()
  requireWithin(user, { organizationId, ...(projectId !== undefined && { projectId }) })
  if (role === null) throw notMember()
  const least = request.routeOptions.config.role ?? 'OWNER'
  const limited = requireRoleOf(user, role, least)
  const authority = { token: user, role: least }
  return { ...callOf(request), ...actorOf(user), role: limited, organizationId, authority }
}

/** An id in the path, in lower case. @throws AppError VALIDATION_FAILED unless it is a UUID. */
export function idOf(request: FastifyRequest, name: string): string {
  const id = (request.params as Record<string, string>)[name] ?? ''
  if (isUuid(id)) return id.toLowerCase()
  throw validationFailed([{ field: name, message: 'must be a UUID' }])
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
