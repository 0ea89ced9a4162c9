import { type Layout, layouts } from '@vitrine/contracts'
import type { AdminClient } from '../stack/admin-client.js'
import { createKey } from '../stack/tenants.js'
import type { Picture, Pictures } from './pictures.js'

type Set = { name: string; pictures: readonly Picture[]; captions?: readonly string[] }

const longCaptions = [
  'A caption of six lines on a phone: who stood here, what the light did that morning, how long the walk was, why nobody else had come, which of the three lenses was used, and where the picture was shown for the first time, many years later.',
  'Short',
  'The pier on the evening of the first day, when the wind had finally dropped and the water lay still.',
  'Two lines or one, depending on how much room there is for them.',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
  'One more, so that the last row is not the only one with text.',
]

/** What owners put into widgets, hard cases included. */
const setsOf = ({ photographs, squares, portraits, panoramas, logos, tiny }: Pictures): Set[] => {
  const many = [...photographs, ...squares, ...portraits, ...panoramas]
  const mixed = [portraits, logos, photographs, panoramas, squares].flatMap((all) =>
    all.slice(0, 2),
  )
  return [
    ...[1, 3, 8, 12, 40].map((count) => ({ name: `${count}`, pictures: many.slice(0, count) })),
    { name: 'portraits', pictures: portraits.slice(-8) },
    { name: 'panoramas', pictures: panoramas },
    { name: 'logos', pictures: logos },
    { name: 'mixed', pictures: mixed, captions: mixed.map(({ name }) => name) },
    { name: 'captions', pictures: photographs.slice(0, 6), captions: longCaptions },
    { name: 'tiny', pictures: [...tiny, ...photographs.slice(0, 2)] },
  ]
}

export type Codes = { script: string; snippet: string; iframe: string; iframeScript: string }

export type SheetWidget = {
  layout: Layout
  set: string
  /** @param width of the widget, CSS length. */
  codes: (width: string) => Promise<Codes>
}

/** Publishes a widget of each layout with each set of pictures, with no setting but captions. */
export async function createWidgets(admin: AdminClient, pictures: Pictures) {
  const account = await admin.register()
  const projects = `/api/organizations/${account.organizationId}/projects`
  const { id } = await admin.create(account, projects, () => ({ name: 'Sheet' }))
  const project = { ...account, path: `/api/projects/${id}` }
  const { key } = await createKey(admin, project)

  const ids = new Map<Picture, string>()
  for (const picture of Object.values(pictures).flat()) {
    const asset = await admin.upload(project, `${project.path}/assets`, picture.file, picture.name)
    ids.set(picture, asset.id)
  }

  const publish = async (layout: Layout, { name, pictures, captions }: Set) => {
    const items = pictures.map((picture, index) => ({
      assetId: ids.get(picture),
      caption: captions?.[index] ?? null,
    }))
    const slug = `${layout}-${name}`.toLowerCase().replace('_', '-')
    const config = { showCaptions: captions !== undefined }
    const fields = { name: slug, slug, layout, items, config }
    const path = `${project.path}/widgets`
    const widget = await admin.create(project, path, () => fields)
    await admin.put(project, `${path}/${widget.id}/publish`, {})
    const codes = async (width: string): Promise<Codes> => {
      const query = new URLSearchParams({ width, lang: 'en' })
      const { body } = await admin.get(project, `${path}/${widget.id}/embed?${query}`)
      const { placeholder } = JSON.parse(body)
      return JSON.parse(body.replaceAll(placeholder, key))
    }
    return { layout, set: name, codes }
  }
  const widgets: SheetWidget[] = []
  for (const layout of layouts) {
    for (const set of setsOf(pictures)) widgets.push(await publish(layout, set))
  }
  return widgets
}
