import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { largestPage } from '../server/all-of.ts'
import type { Asset } from '../server/assets.ts'
import { vitrine } from '../server/client.ts'
import type { Sort } from '../server/picture-order.ts'
import type { Widget } from './working-copy/fields.ts'

export type { Asset }

type Path = { projectId: string; widgetId: string }

export const getWidget = (path: Path): Promise<Widget> =>
  orThrow(vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}', { params: { path } }))

/** The pictures of the stored list, each once. */
export const listWidgetAssets = (path: Path): Promise<Asset[]> =>
  orThrow(vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/assets', { params: { path } }))

/** The same for a page that follows them. @param revision of the widget; undefined while it is read. */
export const shownAssetsQuery = (path: Path, revision: number | undefined) =>
  queryOptions({
    queryKey: ['assets', path.projectId, 'shown', path.widgetId, revision],
    queryFn: () => listWidgetAssets(path),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  })

/** Ids that one call may name. */
const mostIds = 100

/** The assets that still exist. */
export async function findAssets(projectId: string, ids: readonly string[]): Promise<Asset[]> {
  const found: Asset[] = []
  for (let from = 0; from < ids.length; from += mostIds) {
    const query = { id: ids.slice(from, from + mostIds), size: mostIds }
    const call = vitrine.GET('/api/projects/{projectId}/assets', {
      params: { path: { projectId }, query },
    })
    found.push(...(await orThrow(call)).content)
  }
  return found
}

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

/** The names of those who made the newest changes, without repeats. */
export async function findAuthors(path: Path, since: number): Promise<string[]> {
  const query = { size: Math.max(1, Math.min(20, since)) }
  const call = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/history', {
    params: { path, query },
  })
  const { content } = await orThrow(call)
  return [...new Set(content.flatMap(({ by }) => by ?? []))]
}
