import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

export type Preset = Schemas['Preset']
export type SigningKey = Schemas['SigningKey']

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

/** A project has 10 at most. */
export const signingKeysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['signing-keys', projectId],
    queryFn: async ({ signal }): Promise<SigningKey[]> => {
      const params = { path: { projectId }, query: { size: 100 } }
      const call = vitrine.GET('/api/projects/{projectId}/signing-keys', { params, signal })
      return (await orThrow(call)).content
    },
  })
