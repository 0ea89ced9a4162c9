import type { Transaction } from '@vitrine/database'
import type { ProjectTenant } from '../../changes/author.js'
import { firstFree, withSuffix } from '../../fields/slug.js'
import { widgetItemRepository } from './item-repository.js'
import { type WidgetRepository, type WidgetRow, widgetRepository } from './repository.js'
import type { WidgetCopy } from './schemas.js'

/**
 * Creates a draft with the content of the original. Call it after `lockCopies`, so that concurrent copies get
 * different slugs. An asset that is deleted concurrently is left out.
 */
export async function duplicate(
  tx: Transaction,
  { projectId }: ProjectTenant,
  original: WidgetRow,
  input: WidgetCopy,
): Promise<WidgetRow> {
  const widgets = widgetRepository(tx)
  const list = widgetItemRepository(tx)
  const { layout, config, theme } = original
  const known = await list.lockAssets(projectId, original.assetIds)
  const items = original.items.filter(({ assetId }) => known.has(assetId))
  const row = await widgets.create(projectId, {
    name: input.name ?? copyName(original.name),
    slug: input.slug ?? (await freeSlug(widgets, projectId, original.slug)),
    layout,
    config,
    theme,
  })
  await list.replace(projectId, row.id, items)
  return { ...row, items, assetIds: items.map(({ assetId }) => assetId) }
}

const freeSlug = (widgets: WidgetRepository, projectId: string, slug: string): Promise<string> =>
  firstFree(
    (n) => copySlug(slug, n),
    (slugs) => widgets.takenSlugs(projectId, slugs),
  )

const maxNameLength = 200
const suffix = ' copy'

/** "Hero" → "Hero copy". A long name is cut, so that both fit into 200 characters. */
export function copyName(name: string): string {
  const shortened = [...name].slice(0, maxNameLength - suffix.length).join('')
  return `${shortened.trimEnd()}${suffix}`
}

/** The `n`th slug to try for a copy: `hero-copy`, `hero-copy-2`, `hero-copy-3` …, 100 at most. */
export const copySlug = (slug: string, n: number): string =>
  withSuffix(slug, n === 1 ? '-copy' : `-copy-${n}`)
