import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from './client.ts'

export type Asset = Schemas['Asset']

export type AssetChange = {
  filename?: string
  altText?: string | null
  decorative?: boolean
  tags?: string[]
  folderId?: string | null
  /** A JSON object as text, so that its numbers stay as they were written. */
  metadata?: string
  focalPoint?: { x: number; y: number } | null
}

/** The four newest pictures of a project, for its card. */
export const newestQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'newest'],
    queryFn: async ({ signal }): Promise<Asset[]> => {
      const params = { path: { projectId }, query: { size: 4 } }
      const call = vitrine.GET('/api/projects/{projectId}/assets', { params, signal })
      return (await orThrow(call)).content
    },
  })

/** Ids that one list of pictures takes. */
export const mostIds = 100

/** Some pictures by id. Those that are gone are left out. */
export const someAssetsQuery = (projectId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['assets', projectId, 'some', ids],
    enabled: ids.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Asset>> => {
      const found = new Map<string, Asset>()
      for (let from = 0; from < ids.length; from += mostIds) {
        const query = { id: ids.slice(from, from + mostIds), size: mostIds }
        const params = { path: { projectId }, query }
        const call = vitrine.GET('/api/projects/{projectId}/assets', { params, signal })
        for (const asset of (await orThrow(call)).content) found.set(asset.id, asset)
      }
      return found
    },
  })
