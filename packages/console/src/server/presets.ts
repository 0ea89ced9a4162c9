import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from './client.ts'

export type Preset = Schemas['Preset']

/** By name. A project has 50 at most. */
export const presetsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['presets', projectId],
    queryFn: async ({ signal }): Promise<Preset[]> => {
      const params = { path: { projectId }, query: { size: 500, sort: 'name,asc' as const } }
      const call = vitrine.GET('/api/projects/{projectId}/presets', { params, signal })
      return (await orThrow(call)).content
    },
  })
