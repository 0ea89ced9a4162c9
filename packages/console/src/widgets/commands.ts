import { orThrow } from '@vitrine/sdk'
import { refreshWidgets, type Widget } from '../publishing/commands.ts'
import { vitrine } from '../server/client.ts'

/** A draft with the same pictures and settings. */
export async function duplicateWidget(projectId: string, widgetId: string): Promise<Widget> {
  const call = vitrine.POST('/api/projects/{projectId}/widgets/{widgetId}/duplicate', {
    params: { path: { projectId, widgetId } },
    body: null,
  })
  const copy = await orThrow(call)
  await refreshWidgets(projectId)
  return copy
}
