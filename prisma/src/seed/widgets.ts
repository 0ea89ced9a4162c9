import { orThrow, pages, type Schemas } from '@vitrine/sdk'
import type { Api } from './api.js'
import type { DemoAsset } from './assets.js'
import { type Showcase, showcases } from './showcases.js'

type Widget = Pick<Schemas['Widget'], 'id' | 'slug' | 'status' | 'assetIds'>

type Pictures = {
  assets: readonly DemoAsset[]
  /** File names of pictures that were not there when the widgets were last looked at. */
  formerlyMissing: readonly string[]
}

const all = '/api/projects/{projectId}/widgets'
const one = `${all}/{widgetId}` as const

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
  const existing = await widgetsOf(api, projectId)
  const slugs: string[] = []
  for (const showcase of showcases) {
    const widget = existing.get(showcase.slug) ?? (await create(api, projectId, showcase, pictures))
    if (widget === null) continue
    if (existing.has(showcase.slug)) await complete(api, projectId, widget, showcase, pictures)
    if (widget.status !== 'PUBLISHED') {
      const params = { path: { projectId, widgetId: widget.id } }
      await orThrow(api.vitrine.PUT(`${one}/publish`, { params }))
      report(`published ${showcase.slug}`)
    }
    slugs.push(showcase.slug)
  }
  return slugs
}

async function widgetsOf({ vitrine }: Api, projectId: string): Promise<Map<string, Widget>> {
  const found = new Map<string, Widget>()
  const params = { path: { projectId }, query: { size: 100 } }
  for await (const widget of pages(vitrine, all, { params })) found.set(widget.slug, widget)
  return found
}

async function create(
  { vitrine }: Api,
  projectId: string,
  { pictures, ...widget }: Showcase,
  { assets }: Pictures,
): Promise<Widget | null> {
  const assetIds = idsOf(pictures, assets)
  if (assetIds.length === 0) return null
  const params = { path: { projectId } }
  return orThrow(vitrine.POST(all, { params, body: { ...widget, assetIds } }))
}

async function complete(
  { vitrine }: Api,
  projectId: string,
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
    const params = { path: { projectId, widgetId: widget.id } }
    await orThrow(vitrine.PUT(one, { params, body: { assetIds } }))
  }
}

function idsOf(filenames: readonly string[], assets: readonly DemoAsset[]): string[] {
  const ids = new Map(assets.map(({ id, filename }) => [filename, id]))
  return filenames.flatMap((filename) => ids.get(filename) ?? [])
}
