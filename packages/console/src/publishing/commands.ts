import type { Schemas } from '@vitrine/sdk'
import { queries } from '../server/queries.ts'
import type { Change } from './follow.ts'

export type Widget = Schemas['Widget']
type Target = Pick<Widget, 'id' | 'projectId' | 'revision'>

/** Only the revision that the person has seen goes live. */
export const publish =
  ({ id: widgetId, projectId, revision }: Target): Change<Widget> =>
  (client, key) =>
    client.PUT('/api/projects/{projectId}/widgets/{widgetId}/publish', {
      params: {
        path: { projectId, widgetId },
        header: { 'If-Match': `"${revision}"`, 'Idempotency-Key': key },
      },
    })

/** Without a revision: taking something off the web must not wait for a reload. */
export const unpublish =
  ({ id: widgetId, projectId }: Omit<Target, 'revision'>): Change<Widget> =>
  (client, key) =>
    client.PUT('/api/projects/{projectId}/widgets/{widgetId}/unpublish', {
      params: { path: { projectId, widgetId }, header: { 'Idempotency-Key': key } },
    })

/** Changes a widget; a published one is changed for the public. */
export const updateWidget =
  ({ id: widgetId, projectId, revision }: Target, body: Schemas['WidgetUpdate']): Change<Widget> =>
  (client, key) =>
    client.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: {
        path: { projectId, widgetId },
        header: { 'If-Match': `"${revision}"`, 'Idempotency-Key': key },
      },
      body,
    })

export const deleteWidget =
  ({ id: widgetId, projectId, revision }: Target): Change<unknown> =>
  (client, key) =>
    client.DELETE('/api/projects/{projectId}/widgets/{widgetId}', {
      params: {
        path: { projectId, widgetId },
        header: { 'If-Match': `"${revision}"`, 'Idempotency-Key': key },
      },
    })

/** Reads again the data of widgets that pages show. */
export const refreshWidgets = (projectId: string): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['widgets', projectId] }),
    queries.invalidateQueries({ queryKey: ['project', projectId] }),
    queries.invalidateQueries({ queryKey: ['projects'] }),
    queries.invalidateQueries({ queryKey: ['assets', projectId, 'usage'] }),
  ])
