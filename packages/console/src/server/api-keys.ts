import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from './client.ts'

export type ApiKey = Schemas['ApiKey']
export type CreatedApiKey = Schemas['CreatedApiKey']

/** All keys of a project. */
export const apiKeysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['api-keys', projectId],
    queryFn: ({ signal }): Promise<ApiKey[]> =>
      orThrow(
        vitrine.GET('/api/projects/{projectId}/api-keys', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  })
