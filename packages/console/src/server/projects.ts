import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from './all-of.ts'
import { vitrine } from './client.ts'

export type Project = Schemas['Project']

/** The projects of one organization, by name. */
export const projectsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['projects', orgId],
    queryFn: ({ signal }): Promise<Project[]> => {
      const params = { path: { orgId }, query: { size: largestPage, sort: 'name,asc' as const } }
      return allOf('/api/organizations/{orgId}/projects', { params, signal })
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
