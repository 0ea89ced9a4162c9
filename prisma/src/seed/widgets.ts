import type { Api } from './api.js'
import type { Widget } from './resources.js'
import { type Showcase, showcases } from './showcases.js'

/**
 * Creates and publishes the widgets whose slug is missing; one that is still a draft is
 * published. A widget that exists is not changed otherwise.
 *
 * @returns the slugs.
 * @throws when a widget names a picture that is not among the assets.
 */
export async function ensureWidgets(
  api: Api,
  projectId: string,
  assets: readonly { id: string; filename: string }[],
  report: (line: string) => void,
): Promise<string[]> {
  const path = `/api/projects/${projectId}/widgets`
  const ids = new Map(assets.map(({ id, filename }) => [filename, id]))
  const existing = new Map(((await api.list(path)) as Widget[]).map((one) => [one.slug, one]))
  for (const showcase of showcases) {
    const widget = existing.get(showcase.slug) ?? (await create(api, path, showcase, ids))
    if (widget.status !== 'PUBLISHED') {
      await api.call('PUT', `${path}/${widget.id}/publish`)
      report(`published ${showcase.slug}`)
    }
  }
  return showcases.map(({ slug }) => slug)
}

async function create(
  api: Api,
  path: string,
  { pictures, ...widget }: Showcase,
  ids: ReadonlyMap<string, string>,
): Promise<Widget> {
  const assetIds = pictures.map((filename) => {
    const id = ids.get(filename)
    if (id === undefined) throw new Error(`${widget.slug} shows ${filename}, which is not uploaded`)
    return id
  })
  return (await api.call('POST', path, { ...widget, assetIds })) as Widget
}
