import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import type { Change, Widget } from './working-copy/fields.ts'

type Target = { projectId: string; widgetId: string; revision: number }

/** The body of the PUT. Without a layout, the stored widget keeps its own. */
export const bodyOf = (change: Change): Schemas['WidgetUpdate'] => change as Schemas['WidgetUpdate']

/** @throws VitrineError PRECONDITION_FAILED if the widget was changed since that revision. */
export const saveWidget = (
  { projectId, widgetId, revision }: Target,
  change: Change,
): Promise<Widget> =>
  orThrow(
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path: { projectId, widgetId }, header: { 'If-Match': `"${revision}"` } },
      body: bodyOf(change),
    }),
  )
