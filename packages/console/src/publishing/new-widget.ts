import { orThrow, type Schemas, VitrineError } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import { refreshWidgets, type Widget } from './commands.ts'
import { numbered, slugOf } from './slug.ts'

/** Pictures that a widget may have. */
export const mostOfWidget = 500

type NewWidget = Pick<Schemas['NewWidget'], 'name' | 'slug' | 'layout'> & { assetIds: string[] }

const mostAttempts = 20

const isTaken = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'WIDGET_SLUG_TAKEN'

/**
 * Makes a draft.
 *
 * @param isSuggested whether the slug is ours: then another one is tried if it is taken.
 * @throws VitrineError WIDGET_SLUG_TAKEN
 */
export async function createWidget(
  projectId: string,
  widget: NewWidget,
  isSuggested: boolean,
): Promise<Widget> {
  for (let n = 1; ; n += 1) {
    try {
      const call = vitrine.POST('/api/projects/{projectId}/widgets', {
        params: { path: { projectId } },
        body: { ...widget, slug: numbered(widget.slug, n) },
      })
      const created = await orThrow(call)
      void refreshWidgets(projectId)
      return created
    } catch (error) {
      if (!isTaken(error) || !isSuggested || n === mostAttempts) throw error
    }
  }
}

/** A draft of these pictures, under a slug made from its name. */
export async function createWidgetOf(
  projectId: string,
  name: string,
  assetIds: string[],
): Promise<Widget> {
  const slug = slugOf(name) || 'widget'
  const widget = await createWidget(projectId, { name, slug, layout: 'GRID', assetIds }, true)
  // Those in no widget are fewer.
  void queries.invalidateQueries({ queryKey: ['assets', projectId] })
  return widget
}
