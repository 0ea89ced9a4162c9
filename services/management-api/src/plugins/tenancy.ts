import type { Role, ScopedDatabase } from '@vitrine/database'
import { type AppError, validationFailed } from '@vitrine/errors'
import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Author, Changes } from '../changes.js'
import { isUuid } from '../uuid.js'
import { sessionEnded } from './authentication.js'
import { noOrganization, noProject, notMember, requireRole } from './authority.js'
import { type Authority, authorityRepository } from './authority-repository.js'
import { callOf } from './call.js'

/** Who acts, where, and on whose request: the first argument of every service call. */
export type Tenant = Author & { userId: string; role: Role; organizationId: string }
export type ProjectTenant = Tenant & { projectId: string }

declare module 'fastify' {
  interface FastifyRequest {
    tenant: Tenant
    project: ProjectTenant
  }
  interface FastifyContextConfig {
    /** The least role that may call this route. Every route below a tenant names one. */
    role?: Role
  }
}

type Deps = { database: ScopedDatabase; changes: Pick<Changes, 'settled'> }

/**
 * Routes below an organization: the caller's session goes on, the organization exists, the caller
 * belongs to it, the role suffices.
 */
export function organizationScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  scope.decorateRequest('tenant')
  scope.addHook('onRequest', async (request) => {
    const organizationId = idOf(request, 'orgId')
    const authorities = authorityRepository(database.forActor({ userId: request.user.sub }))
    const authority = live(await authorities.inOrganization(request.user, organizationId))
    request.tenant = await settledUnlessSafe(request, changes, () =>
      admit(request, authority, noOrganization),
    )
  })
}

/** Routes below a project, through the organization that it belongs to. */
export function projectScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  scope.decorateRequest('project')
  scope.addHook('onRequest', async (request) => {
    const projectId = idOf(request, 'projectId')
    const authorities = authorityRepository(database.forActor({ userId: request.user.sub }))
    const authority = live(await authorities.inProject(request.user, projectId))
    const tenant = await settledUnlessSafe(request, changes, () =>
      admit(request, authority, noProject),
    )
    request.project = { ...tenant, projectId }
  })
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * A call that would change something, and is refused, may repeat one that did and was not told so:
 * the refusal waits, as that one did, until what is gone is gone everywhere.
 */
async function settledUnlessSafe<Result>(
  { method }: FastifyRequest,
  changes: Deps['changes'],
  decide: () => Result,
): Promise<Result> {
  try {
    return decide()
  } catch (error) {
    if (!safeMethods.includes(method)) await changes.settled()
    throw error
  }
}

/** @throws AppError SESSION_ENDED */
function live(authority: Authority | undefined): Authority {
  if (authority?.isLive !== true) throw sessionEnded()
  return authority
}

function admit(
  request: FastifyRequest,
  { organizationId, role }: Authority,
  absent: () => AppError,
): Tenant {
  if (organizationId === null) throw absent()
  if (role === null) throw notMember()
  const least = request.routeOptions.config.role ?? 'OWNER'
  requireRole(role, least)
  const { user } = request
  const authority = { token: user, role: least }
  return { ...callOf(request), userId: user.sub, role, organizationId, authority }
}

/** An id of the address, in lower case. @throws AppError VALIDATION_FAILED unless it is a UUID */
export function idOf(request: FastifyRequest, name: string): string {
  const id = (request.params as Record<string, string>)[name] ?? ''
  if (isUuid(id)) return id.toLowerCase()
  throw validationFailed([{ field: name, message: 'must be a UUID' }])
}

/** A route that forgot to say who may call it does not start. */
function requireRoles(scope: App): void {
  scope.addHook('onRoute', (route) => {
    const { method, url, config, schema } = route
    if (config?.role === undefined) throw new Error(`${method} ${url} names no role`)
    const needs = `Needs the role ${config.role} or a higher one.`
    route.schema = {
      ...schema,
      description: [schema?.description, needs].filter(Boolean).join(' '),
    }
  })
}
