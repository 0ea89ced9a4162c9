import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'

export { type Preset, presetsQuery } from '../server/presets.ts'
export type SigningKey = Schemas['SigningKey']

export const signingKeysQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['signing-keys', projectId],
    queryFn: ({ signal }): Promise<SigningKey[]> => {
      const params = { path: { projectId }, query: { size: largestPage } }
      return allOf('/api/projects/{projectId}/signing-keys', { params, signal })
    },
  })
