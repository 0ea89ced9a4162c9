import type { App } from '@vitrine/http'
import { NewProject, Project, ProjectPage, ProjectQuery, ProjectUpdate } from './schemas.js'
import type { ProjectService } from './service.js'

/** Below an organization. */
export function organizationProjectRoutes(scope: App, projects: ProjectService): void {
  scope.post(
    '/projects',
    {
      config: { role: 'ADMIN', tokens: 'organization' },
      schema: {
        summary: 'Create a project',
        tags: ['Projects'],
        body: NewProject,
        response: { 201: Project },
      },
    },
    ({ tenant, body }) => projects.create(tenant, body),
  )
  scope.get(
    '/projects',
    {
      config: { role: 'VIEWER', tokens: 'project' },
      schema: {
        summary: 'List projects',
        tags: ['Projects'],
        querystring: ProjectQuery,
        response: { 200: ProjectPage },
      },
    },
    ({ tenant, query }) => projects.list(tenant, query),
  )
}

export function projectRoutes(scope: App, projects: ProjectService): void {
  scope.get(
    '/',
    {
      config: { role: 'VIEWER', entityTag: 'no-304' },
      schema: { summary: 'Get a project', tags: ['Projects'], response: { 200: Project } },
    },
    ({ project }) => projects.get(project),
  )
  scope.put(
    '/',
    {
      config: { role: 'ADMIN', current: ({ project }) => projects.get(project) },
      schema: {
        summary: 'Change the name, slug or rules of a project',
        tags: ['Projects'],
        body: ProjectUpdate,
        response: { 200: Project },
      },
    },
    ({ project, body }) => projects.update(project, body),
  )
  scope.delete(
    '/',
    {
      config: { role: 'ADMIN' },
      schema: { summary: 'Delete a project with everything in it', tags: ['Projects'] },
    },
    ({ project }) => projects.delete(project),
  )
}
