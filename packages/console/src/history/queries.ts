import { infiniteQueryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

export type Entry = Schemas['HistoryEntry']
type EntryPage = Schemas['PageOfHistoryEntrys']

const pageSize = 30

/** The changes of a widget, newest first. */
export const historyQuery = (projectId: string, widgetId: string) =>
  infiniteQueryOptions({
    queryKey: ['widgets', projectId, 'history', widgetId],
    // A restore is computed from the history and the present widget.
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<EntryPage> => {
      const query = { size: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      const params = { path: { projectId, widgetId }, query }
      const call = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/history', {
        params,
        signal,
      })
      return orThrow(call)
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
