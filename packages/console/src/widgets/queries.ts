import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { cursorPages } from '../server/cursor-pages.ts'
import type { WidgetSearch } from './search.ts'

export type ListedWidget = Schemas['ListedWidget']

/** Times `shownPictures`, at most the 100 ids that a list of pictures takes. */
const pageSize = 24
export const shownPictures = 4

export const widgetsQuery = (projectId: string, search: WidgetSearch) =>
  cursorPages(['widgets', projectId, 'list', search], pageSize, (page, signal) => {
    const query = { sort: 'updatedAt,desc' as const, ...search, ...page }
    const params = { path: { projectId }, query }
    return orThrow(vitrine.GET('/api/projects/{projectId}/widgets', { params, signal }))
  })

/** The first pictures of each widget of a page. */
export const firstPictures = (widgets: readonly Pick<ListedWidget, 'assetIds'>[]): string[] => [
  ...new Set(widgets.flatMap(({ assetIds }) => assetIds.slice(0, shownPictures))),
]

const mostMissing = 500

export type Missing = { ids: ReadonlySet<string>; isComplete: boolean }

/** Pictures of the project that have no alt text, the newest ones if there are very many. */
export const missingQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assets', projectId, 'missing'],
    queryFn: async ({ signal }): Promise<Missing> => {
      const query = { alt: 'missing' as const, size: mostMissing }
      const params = { path: { projectId }, query }
      const call = vitrine.GET('/api/projects/{projectId}/assets', { params, signal })
      const { content, totalElements } = await orThrow(call)
      return {
        ids: new Set(content.map(({ id }) => id)),
        isComplete: totalElements <= mostMissing,
      }
    },
  })

const weekMs = 7 * 24 * 3600_000

/** Views of the last 7 days, by the id of the widget. */
export const viewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['statistics', projectId, 'week'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const from = new Date(Date.now() - weekMs).toISOString()
      const params = { path: { projectId }, query: { by: 'widget' as const, from } }
      const call = vitrine.GET('/api/projects/{projectId}/statistics', { params, signal })
      const { content } = (await orThrow(call)) as Schemas['Statistics']
      return new Map(
        content.flatMap(({ widgetId, views }) =>
          widgetId === undefined ? [] : [[widgetId, views] as const],
        ),
      )
    },
  })
