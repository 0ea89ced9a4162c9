import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from './all-of.ts'

export type Preset = Schemas['Preset']

/** By name. */
export const presetsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['presets', projectId],
    queryFn: ({ signal }): Promise<Preset[]> => {
      const params = {
        path: { projectId },
        query: { size: largestPage, sort: 'name,asc' as const },
      }
      return allOf('/api/projects/{projectId}/presets', { params, signal })
    },
  })
