import { orThrow, VitrineError } from '@vitrine/sdk'
import type { Layout } from '../controls/layout-picture.tsx'
import { refreshWidgets, type Widget } from '../publishing/commands.ts'
import { vitrine } from '../server/client.ts'
import { numbered } from './slug.ts'

type NewWidget = { name: string; slug: string; layout: Layout }

const attempts = 20

/**
 * @param isSuggested whether the slug is ours: then another one is tried if it is taken.
 * @throws VitrineError WIDGET_SLUG_TAKEN
 */
export async function createWidget(
  projectId: string,
  { name, slug, layout }: NewWidget,
  isSuggested: boolean,
): Promise<Widget> {
  for (let n = 1; ; n += 1) {
    try {
      const call = vitrine.POST('/api/projects/{projectId}/widgets', {
        params: { path: { projectId } },
        body: { name, slug: numbered(slug, n), layout, assetIds: [] },
      })
      const widget = await orThrow(call)
      void refreshWidgets(projectId)
      return widget
    } catch (error) {
      const isTaken = error instanceof VitrineError && error.code === 'WIDGET_SLUG_TAKEN'
      if (!isTaken || !isSuggested || n === attempts) throw error
    }
  }
}

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
