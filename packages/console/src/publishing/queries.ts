import { queryOptions } from '@tanstack/react-query'
import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import type { Widget } from './commands.ts'

export const widgetQuery = (projectId: string, widgetId: string) =>
  queryOptions({
    queryKey: ['widgets', projectId, 'one', widgetId],
    queryFn: ({ signal }): Promise<Widget> =>
      orThrow(
        vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}', {
          params: { path: { projectId, widgetId } },
          signal,
        }),
      ),
  })
