import type { Transaction } from '@vitrine/database'
import { firstFree } from '../../fields/slug.js'
import type { ProjectTenant } from '../../scopes/tenancy.js'
import { copyName, copySlug } from './copy-names.js'
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
