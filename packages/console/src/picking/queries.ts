import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { largestPage } from '../server/all-of.ts'
import type { Asset } from '../server/assets.ts'
import { vitrine } from '../server/client.ts'
import type { Sort } from '../server/picture-order.ts'

/** What the picker shows. */
export type Pick = { q: string; folderId: string; tag: string; isUnused: boolean; sort: Sort }

const conditionsOf = ({ q, folderId, tag, isUnused, sort }: Pick) => ({
  sort,
  ...(q !== '' && { q }),
  ...(folderId !== '' && { folderId }),
  ...(tag !== '' && { tag: [tag] }),
  ...(isUnused && { unused: true }),
})

const pickedPageSize = 100

export const pickQuery = (projectId: string, pick: Pick) =>
  infiniteQueryOptions({
    queryKey: ['assets', projectId, 'pick', pick],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }): Promise<Schemas['PageOfAssets']> => {
      const query = { ...conditionsOf(pick), page: pageParam, size: pickedPageSize }
      const params = { path: { projectId }, query }
      return orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params, signal }))
    },
    getNextPageParam: ({ totalPages }, _all, page) => (page + 1 < totalPages ? page + 1 : null),
    placeholderData: keepPreviousData,
  })

/** All that match, up to as many as a widget shows. */
export async function findPicked(projectId: string, pick: Pick): Promise<Asset[]> {
  const query = { ...conditionsOf(pick), size: largestPage }
  const call = vitrine.GET('/api/projects/{projectId}/assets', {
    params: { path: { projectId }, query },
  })
  return (await orThrow(call)).content
}
