import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

export { type Preset, presetsQuery } from '../server/presets.ts'
export type SigningKey = Schemas['SigningKey']

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
