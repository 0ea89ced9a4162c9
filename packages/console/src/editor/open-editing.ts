import { findAssets } from '../server/assets.ts'
import { queries } from '../server/queries.ts'
import { saveWidget } from './commands.ts'
import { Editing } from './editing.ts'
import { keptCopy } from './kept.ts'
import { findAuthors, getWidget, listWidgetAssets } from './queries.ts'

type Path = { projectId: string; widgetId: string }
type Person = { userId: string; mayEdit: boolean }

/** Reads the widget, its pictures, and what this browser has kept of it. */
export async function openEditing(path: Path, { userId, mayEdit }: Person): Promise<Editing> {
  const { projectId, widgetId } = path
  const stored = keptCopy(userId, widgetId)
  const [widget, assets, copy] = await Promise.all([
    getWidget(path),
    listWidgetAssets(path),
    mayEdit ? stored.read() : null,
  ])
  const loaded = new Set(assets.map(({ id }) => id))
  const items = [copy?.mine, copy?.base].flatMap((fields) => fields?.items ?? [])
  const missing = [...new Set(items.map(({ assetId }) => assetId))].filter((id) => !loaded.has(id))
  const found = await findAssets(projectId, missing)
  return new Editing(
    { widget, copy, assets: [...assets, ...found] },
    {
      kept: stored,
      mayEdit,
      get: () => getWidget(path),
      save: async (revision, change) => {
        const stored = await saveWidget({ ...path, revision }, change)
        void queries.invalidateQueries({ queryKey: ['widgets', projectId] })
        return stored
      },
      authors: (since) => findAuthors(path, since),
      find: (ids) => findAssets(projectId, ids),
    },
  )
}
