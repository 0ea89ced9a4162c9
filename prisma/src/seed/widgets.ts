import { orThrow, pages, type Schemas } from '@vitrine/sdk'
import type { Api } from './api.js'
import type { Uploads } from './assets.js'
import { type Showcase, showcases } from './showcases.js'

type Widget = Pick<Schemas['Widget'], 'id' | 'slug' | 'status' | 'assetIds'>

type Deps = {
  api: Api
  projectId: string
  /** Receives a line for each published widget. */
  report: (line: string) => void
}

type Pictures = {
  uploads: Uploads
  /** File names of pictures that were not there when the widgets were last looked at. */
  formerlyMissing: readonly string[]
  /** Stores the file names of the pictures that are left out, for a run that breaks off later. */
  noteMissing: () => Promise<void>
}

const all = '/api/projects/{projectId}/widgets'
const one = `${all}/{widgetId}` as const

/**
 * Creates and publishes the widgets whose slug is missing, each as soon as its pictures are there; one that is still
 * a draft is published. A widget that exists gets the pictures that it was made without, unless its list was changed
 * since; it is not changed otherwise.
 *
 * @returns the slugs. A widget without any picture is not made.
 * @throws when all others are done.
 */
export async function ensureWidgets(deps: Deps, pictures: Pictures): Promise<string[]> {
  const existing = await widgetsOf(deps)
  const results = await Promise.allSettled(
    showcases.map(async (showcase) => {
      const isThere = await ensureWidget(deps, showcase, pictures, existing.get(showcase.slug))
      return isThere ? [showcase.slug] : []
    }),
  )
  return results.flatMap((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function widgetsOf({ api, projectId }: Deps): Promise<Map<string, Widget>> {
  const found = new Map<string, Widget>()
  const params = { path: { projectId }, query: { size: 100 } }
  for await (const widget of pages(api.vitrine, all, { params })) found.set(widget.slug, widget)
  return found
}

/** @returns false if no picture of the widget is there. */
async function ensureWidget(
  deps: Deps,
  { pictures: filenames, videos = {}, ...fields }: Showcase,
  { uploads, formerlyMissing, noteMissing }: Pictures,
  existing: Widget | undefined,
): Promise<boolean> {
  const { api, projectId, report } = deps
  const pictures = await Promise.all(
    filenames.map(async (filename) => ({ filename, id: (await uploads.get(filename)) ?? null })),
  )
  const assetIds = pictures.flatMap(({ id }) => id ?? [])
  if (assetIds.length === 0) return false
  if (assetIds.length < pictures.length) await noteMissing()

  const items = pictures.flatMap(({ filename, id }) => {
    const url = videos[filename]
    return id === null ? [] : { assetId: id, ...(url !== undefined && { video: { url } }) }
  })
  const body = { ...fields, items }
  const params = { path: { projectId } }
  const widget = existing ?? (await orThrow(api.vitrine.POST(all, { params, body })))
  if (existing) {
    const before = pictures.filter(({ filename }) => !formerlyMissing.includes(filename))
    await addPictures(deps, existing, { before: before.flatMap(({ id }) => id ?? []), assetIds })
  }
  if (widget.status !== 'PUBLISHED') {
    await orThrow(
      api.vitrine.PUT(`${one}/publish`, { params: { path: { projectId, widgetId: widget.id } } }),
    )
    report(`published ${fields.slug}`)
  }
  return true
}

/** Gives a widget that was made without some pictures all of them, unless its list was changed since. */
async function addPictures(
  { api, projectId }: Deps,
  { id, assetIds: shown }: Widget,
  { before, assetIds }: { before: readonly string[]; assetIds: string[] },
): Promise<void> {
  const isAsMade = shown.join() === before.join()
  if (!isAsMade || assetIds.length === before.length) return
  const params = { path: { projectId, widgetId: id } }
  await orThrow(api.vitrine.PUT(one, { params, body: { assetIds } }))
}
