import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from './client.ts'

export type Project = Schemas['Project']

/** Of one organization, by name. An organization has 100 at most, unless an operator allows more. */
export const projectsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['projects', orgId],
    queryFn: async ({ signal }): Promise<Project[]> => {
      const params = { path: { orgId }, query: { size: 500, sort: 'name,asc' as const } }
      const call = vitrine.GET('/api/organizations/{orgId}/projects', { params, signal })
      return (await orThrow(call)).content
    },
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }): Promise<Project> =>
      orThrow(
        vitrine.GET('/api/projects/{projectId}', { params: { path: { projectId } }, signal }),
      ),
  })
