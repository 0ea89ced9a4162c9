import { type App, PageQuery } from '@vitrine/http'
import { created } from '../../idempotency/plugin.js'
import { NewProject, Project, ProjectPage } from './schemas.js'
import type { ProjectService } from './service.js'

/** Below an organization. */
export function organizationProjectRoutes(scope: App, projects: ProjectService): void {
  scope.post(
    '/projects',
    { config: { role: 'ADMIN' }, schema: { body: NewProject, response: { 201: Project } } },
    (request, reply) =>
      created(request, reply, request.body, () => projects.create(request.tenant, request.body)),
  )
  scope.get(
    '/projects',
    {
      config: { role: 'VIEWER' },
      schema: { querystring: PageQuery, response: { 200: ProjectPage } },
    },
    ({ tenant, query }) => projects.list(tenant, query),
  )
}

/** Of one project. */
export function projectRoutes(scope: App, projects: ProjectService): void {
  scope.get(
    '/',
    { config: { role: 'VIEWER' }, schema: { response: { 200: Project } } },
    ({ project }) => projects.get(project),
  )
}
