import { orThrow, type Schemas, VitrineError } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import { slugOf } from './slug.ts'

/** Pictures that a widget may have. */
export const mostOfWidget = 500

const mostAttempts = 20

const isTaken = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'WIDGET_SLUG_TAKEN'

/** A draft; its slug gets a number if another widget has it. */
export async function createWidget(
  projectId: string,
  name: string,
  assetIds: string[],
): Promise<Schemas['Widget']> {
  const slug = slugOf(name)
  for (let attempt = 1; ; attempt += 1) {
    const call = vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path: { projectId } },
      body: { name, slug: attempt === 1 ? slug : `${slug}-${attempt}`, layout: 'GRID', assetIds },
    })
    try {
      const widget = await orThrow(call)
      void queries.invalidateQueries({ queryKey: ['widgets', projectId] })
      void queries.invalidateQueries({ queryKey: ['assets', projectId] })
      return widget
    } catch (error) {
      if (!isTaken(error) || attempt === mostAttempts) throw error
    }
  }
}
