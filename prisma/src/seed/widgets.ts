import type { Api } from './api.js'
import type { DemoAsset } from './assets.js'
import type { Widget } from './resources.js'
import { type Showcase, showcases } from './showcases.js'

type Pictures = {
  assets: readonly DemoAsset[]
  /** File names of pictures that were not there when the widgets were last looked at. */
  formerlyMissing: readonly string[]
}

/**
 * Creates and publishes the widgets whose slug is missing, with those of their pictures that are
 * there; one that is still a draft is published. A widget that exists gets the pictures that it was
 * made without, unless its list was changed since; it is not changed otherwise.
 *
 * @returns the slugs. A widget without any picture is not made.
 */
export async function ensureWidgets(
  api: Api,
  projectId: string,
  pictures: Pictures,
  report: (line: string) => void,
): Promise<string[]> {
  const path = `/api/projects/${projectId}/widgets`
  const existing = new Map(((await api.list(path)) as Widget[]).map((one) => [one.slug, one]))
  const slugs: string[] = []
  for (const showcase of showcases) {
    const widget = existing.get(showcase.slug) ?? (await create(api, path, showcase, pictures))
    if (widget === null) continue
    if (existing.has(showcase.slug)) await complete(api, path, widget, showcase, pictures)
    if (widget.status !== 'PUBLISHED') {
      await api.call('PUT', `${path}/${widget.id}/publish`)
      report(`published ${showcase.slug}`)
    }
    slugs.push(showcase.slug)
  }
  return slugs
}

async function create(
  api: Api,
  path: string,
  { pictures, ...widget }: Showcase,
  { assets }: Pictures,
): Promise<Widget | null> {
  const assetIds = idsOf(pictures, assets)
  if (assetIds.length === 0) return null
  return (await api.call('POST', path, { ...widget, assetIds })) as Widget
}

async function complete(
  api: Api,
  path: string,
  widget: Widget,
  { pictures }: Showcase,
  { assets, formerlyMissing }: Pictures,
): Promise<void> {
  const assetIds = idsOf(pictures, assets)
  const made = idsOf(
    pictures.filter((filename) => !formerlyMissing.includes(filename)),
    assets,
  )
  const isAsMade = widget.assetIds.join() === made.join()
  if (isAsMade && assetIds.length > made.length) {
    await api.call('PUT', `${path}/${widget.id}`, { assetIds })
  }
}

function idsOf(filenames: readonly string[], assets: readonly DemoAsset[]): string[] {
  const ids = new Map(assets.map(({ id, filename }) => [filename, id]))
  return filenames.flatMap((filename) => ids.get(filename) ?? [])
}
