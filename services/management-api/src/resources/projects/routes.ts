import type { App } from '@vitrine/http'
import { NewProject, Project, ProjectPage, ProjectQuery, ProjectUpdate } from './schemas.js'
import type { ProjectService } from './service.js'

/** Below an organization. */
export function organizationProjectRoutes(scope: App, projects: ProjectService): void {
  scope.post(
    '/projects',
    {
      config: {
        openapi: { errors: ['PROJECT_SLUG_TAKEN', 'QUOTA_EXCEEDED'] },
        role: 'ADMIN',
        tokens: 'organization',
      },
      schema: {
        summary: 'Create a project',
        description:
          'A project has its own assets, folders, widgets and keys. The slug is made of the name if it is left out.',
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
        description:
          'Those of the organization; with a personal access token of a project, that one.',
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
      schema: {
        summary: 'Get a project',
        description: 'With `counts` of what is in it, which change without raising the revision.',
        tags: ['Projects'],
        response: { 200: Project },
      },
    },
    ({ project }) => projects.get(project),
  )
  scope.put(
    '/',
    {
      config: {
        openapi: { errors: ['PROJECT_SLUG_TAKEN', 'UNKNOWN_ASSETS'] },
        role: 'ADMIN',
        current: ({ project }) => projects.get(project),
      },
      schema: {
        summary: 'Change the name, slug or rules of a project',
        description:
          'Omitted fields keep their value. `transformations` decides which renditions the public may ask for, and counts everywhere from the answer on, as do `originals` and `watermark`. A `watermark` is replaced as a whole.',
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
      schema: {
        summary: 'Delete a project with everything in it',
        description:
          'Public addresses of its pictures and widgets stop working at the answer. There is no way back.',
        tags: ['Projects'],
      },
    },
    ({ project }) => projects.delete(project),
  )
}
