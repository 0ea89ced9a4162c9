import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { cursorPages } from '../server/cursor-pages.ts'

export type Entry = Schemas['HistoryEntry']

/** The changes of a widget, newest first. */
export const historyQuery = (projectId: string, widgetId: string) => ({
  ...cursorPages(['widgets', projectId, 'history', widgetId], 30, (query, signal) => {
    const params = { path: { projectId, widgetId }, query }
    return orThrow(
      vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/history', { params, signal }),
    )
  }),
  // A restore is computed from the history and the present widget.
  staleTime: 0,
})
