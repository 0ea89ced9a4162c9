import type { Database, Role } from '@vitrine/database'
import { AppError, type ErrorCode } from '@vitrine/errors'
import { type App, validationFailed } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Author, Changes } from '../changes.js'
import { isUuid } from '../uuid.js'

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

const rank = { VIEWER: 0, EDITOR: 1, ADMIN: 2, OWNER: 3 } satisfies Record<Role, number>

type Deps = { database: Database; changes: Pick<Changes, 'settled'> }

/** Routes below an organization: it exists, the caller belongs to it, the role suffices. */
export function organizationScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  scope.decorateRequest('tenant')
  scope.addHook('onRequest', async (request) => {
    const organizationId = idOf(request, 'orgId')
    const organization = await database.organization.findUnique({
      where: { id: organizationId },
      select: { memberships: membershipOf(request) },
    })
    request.tenant = {
      ...(await settledUnlessSafe(request, changes, () =>
        admit(request, organization?.memberships, 'ORGANIZATION_NOT_FOUND'),
      )),
      organizationId,
    }
  })
}

/** Routes below a project, through the organization that it belongs to. */
export function projectScope(scope: App, { database, changes }: Deps): void {
  requireRoles(scope)
  scope.decorateRequest('project')
  scope.addHook('onRequest', async (request) => {
    const projectId = idOf(request, 'projectId')
    const project = await database.project.findUnique({
      where: { id: projectId },
      select: {
        organizationId: true,
        organization: { select: { memberships: membershipOf(request) } },
      },
    })
    request.project = {
      ...(await settledUnlessSafe(request, changes, () =>
        admit(request, project?.organization.memberships, 'PROJECT_NOT_FOUND'),
      )),
      organizationId: project?.organizationId ?? '',
      projectId,
    }
  })
}

const membershipOf = (request: FastifyRequest) => ({
  where: { userId: request.user.sub },
  select: { role: true },
})

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

function admit(
  request: FastifyRequest,
  memberships: { role: Role }[] | undefined,
  absent: ErrorCode,
): Omit<Tenant, 'organizationId'> {
  if (memberships === undefined) {
    const what = absent === 'PROJECT_NOT_FOUND' ? 'project' : 'organization'
    throw new AppError(absent, `There is no such ${what}.`)
  }
  const role = memberships[0]?.role
  if (role === undefined) throw new AppError('FORBIDDEN', 'You are not a member here.')
  requireRole(role, request.routeOptions.config.role)
  return { userId: request.user.sub, role, requestId: request.id, claim: request.claim }
}

/** @throws AppError FORBIDDEN when the role is below the least that will do. */
export function requireRole(role: Role, least: Role | undefined): void {
  if (least !== undefined && rank[role] >= rank[least]) return
  throw new AppError('FORBIDDEN', `This needs the role ${least}; yours is ${role}.`)
}

function idOf(request: FastifyRequest, name: string): string {
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
