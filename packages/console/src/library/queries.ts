import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
import type { Asset } from '../server/assets.ts'
import { vitrine } from '../server/client.ts'
import { cursorPages } from '../server/cursor-pages.ts'
import type { Sort } from '../server/picture-order.ts'
import type { AssetFilter } from './conditions.ts'

export type { Asset }
export type AssetPage = Schemas['PageOfAssets']

export const pageSize = 100

type List = { projectId: string; filter: AssetFilter; sort: Sort }

/** One page of the pictures that match: the grid asks for those in sight alone. */
export const assetsQuery = ({ projectId, filter, sort }: List, page: number) =>
  queryOptions({
    queryKey: ['assets', projectId, 'list', filter, sort, page],
    queryFn: ({ signal }): Promise<AssetPage> => {
      const query = { ...filter, sort, page, size: pageSize }
      const params = { path: { projectId }, query }
      return orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params, signal }))
    },
    ...(page === 0 && { placeholderData: keepPreviousData }),
  })

export const assetQuery = (projectId: string, assetId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'one', assetId],
    queryFn: ({ signal }): Promise<Asset> =>
      orThrow(
        vitrine.GET('/api/projects/{projectId}/assets/{assetId}', {
          params: { path: { projectId, assetId } },
          signal,
        }),
      ),
  })

export const countsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'counts'],
    queryFn: ({ signal }): Promise<Schemas['AssetCounts']> =>
      orThrow(
        vitrine.GET('/api/projects/{projectId}/assets/counts', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  })

export const usageQuery = (projectId: string, assetId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'usage', assetId],
    queryFn: ({ signal }): Promise<Schemas['AssetUsage'][]> => {
      const params = { path: { projectId, assetId }, query: { size: largestPage } }
      return allOf('/api/projects/{projectId}/assets/{assetId}/usage', { params, signal })
    },
  })

export type HistoryEntry = Schemas['HistoryEntry']

/** The changes of a picture, newest first. */
export const assetHistoryQuery = (projectId: string, assetId: string) =>
  cursorPages(['assets', projectId, 'history', assetId], 30, (query, signal) => {
    const params = { path: { projectId, assetId }, query }
    return orThrow(
      vitrine.GET('/api/projects/{projectId}/assets/{assetId}/history', { params, signal }),
    )
  })
