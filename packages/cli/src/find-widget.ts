import { type ItemOf, pages, type Vitrine } from '@vitrine/sdk'
import { CommandError, exitCodes } from './failure.js'

const path = '/api/projects/{projectId}/widgets'

export type FoundWidget = ItemOf<typeof path>

/** The project's widget with the slug or id. @throws CommandError if it has none. */
export async function getWidget(
  vitrine: Vitrine,
  projectId: string,
  slugOrId: string,
): Promise<FoundWidget> {
  const widget = await findWidget(vitrine, projectId, slugOrId)
  if (widget !== undefined) return widget
  throw new CommandError(`The project has no widget "${slugOrId}".`, exitCodes.refused)
}

export async function findWidget(
  vitrine: Vitrine,
  projectId: string,
  slugOrId: string,
): Promise<FoundWidget | undefined> {
  const params = { path: { projectId }, query: { size: 100 } }
  for await (const widget of pages(vitrine, path, { params })) {
    if (widget.slug === slugOrId || widget.id === slugOrId) return widget
  }
  return undefined
}
