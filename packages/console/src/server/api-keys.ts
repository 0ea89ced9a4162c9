import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from './client.ts'
import { queries } from './queries.ts'

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

export const refreshKeys = (projectId: string): Promise<void> =>
  queries.invalidateQueries(apiKeysQuery(projectId))

export async function createKey(
  projectId: string,
  body: Schemas['NewApiKey'],
): Promise<CreatedApiKey> {
  const call = vitrine.POST('/api/projects/{projectId}/api-keys', {
    params: { path: { projectId } },
    body,
  })
  const key = await orThrow(call)
  void refreshKeys(projectId)
  return key
}
