import { queryOptions } from '@tanstack/react-query'
import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../../server/client.ts'
import { queries } from '../../server/queries.ts'
import { type Asset, type AssetPage, assetQuery, pageSize } from '../queries.ts'
import type { AltRunSearch } from './search.ts'
import { runFilterOf, type Start, sortOf } from './start.ts'

export const altRunKey = (projectId: string) => ['alt-run', projectId]

/**
 * One page of the pictures without a text. Pages follow by cursor, because texts that are saved take pictures out of
 * the list, which would shift pages by number. Its pictures are known from then on, before each is shown.
 */
export const altRunPageQuery = (
  projectId: string,
  search: AltRunSearch,
  start: Start | null,
  cursor: string | null,
) => {
  const filter = runFilterOf(search, start)
  return queryOptions({
    queryKey: [...altRunKey(projectId), filter, sortOf(search), cursor],
    queryFn: async ({ signal }): Promise<AssetPage> => {
      const query = {
        ...filter,
        size: pageSize,
        sort: sortOf(search),
        ...(cursor !== null && { cursor }),
      }
      const params = { path: { projectId }, query }
      const page = await orThrow(
        vitrine.GET('/api/projects/{projectId}/assets', { params, signal }),
      )
      for (const asset of page.content) {
        queries.setQueryData<Asset>(
          assetQuery(projectId, asset.id).queryKey,
          (known) => known ?? asset,
        )
      }
      return page
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** How many pictures of the run still have no text. */
export const leftQuery = (projectId: string, search: AltRunSearch) => {
  const filter = runFilterOf(search, null)
  return queryOptions({
    queryKey: ['assets', projectId, 'left', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const params = { path: { projectId }, query: { ...filter, size: 1 } }
      const call = vitrine.GET('/api/projects/{projectId}/assets', { params, signal })
      return (await orThrow(call)).totalElements
    },
    staleTime: 0,
  })
}
