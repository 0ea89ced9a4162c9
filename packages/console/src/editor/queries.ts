import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow } from '@vitrine/sdk'
import type { Asset } from '../server/assets.ts'
import { vitrine } from '../server/client.ts'
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

/** The names of those who made the newest changes, without repeats. */
export async function findAuthors(path: Path, since: number): Promise<string[]> {
  const query = { size: Math.max(1, Math.min(20, since)) }
  const call = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/history', {
    params: { path, query },
  })
  const { content } = await orThrow(call)
  return [...new Set(content.flatMap(({ by }) => by ?? []))]
}
