import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from './all-of.ts'
import { inTreeOrder } from './folder-tree.ts'

export type Folder = Schemas['Folder']

/** All folders of the project, as a tree. */
export const foldersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['folders', projectId],
    queryFn: async ({ signal }): Promise<Folder[]> => {
      const params = {
        path: { projectId },
        query: { size: largestPage, sort: 'name,asc' as const },
      }
      return inTreeOrder(await allOf('/api/projects/{projectId}/folders', { params, signal }))
    },
  })
