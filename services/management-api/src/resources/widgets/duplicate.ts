import type { Transaction } from '@vitrine/database'
import type { ProjectTenant } from '../../plugins/tenancy.js'
import { copyName, copySlug } from './copy-names.js'
import { type WidgetRow, widgetRepository } from './repository.js'
import type { WidgetCopy } from './schemas.js'

/** Slugs that are tried by one query. */
const batchSize = 50

/**
 * A draft with all that the original shows; call it with the original locked, so that two copies
 * of it find two slugs. An asset that is being deleted meanwhile is left out.
 */
export async function duplicate(
  tx: Transaction,
  { projectId }: ProjectTenant,
  original: WidgetRow,
  input: WidgetCopy,
): Promise<WidgetRow> {
  const widgets = widgetRepository(tx)
  const { layout, config, theme } = original
  const known = await widgets.lockAssets(projectId, original.assetIds)
  const assetIds = original.assetIds.filter((id) => known.has(id))
  const row = await widgets.create(projectId, {
    name: input.name ?? copyName(original.name),
    slug: input.slug ?? (await freeSlug(tx, projectId, original.slug)),
    ...{ layout, config, theme },
  })
  await widgets.replaceAssets(projectId, row.id, assetIds)
  return { ...row, assetIds }
}

async function freeSlug(
  tx: Transaction,
  projectId: string,
  slug: string,
  first = 1,
): Promise<string> {
  const candidates = Array.from({ length: batchSize }, (_, i) => copySlug(slug, first + i))
  const taken = await widgetRepository(tx).takenSlugs(projectId, candidates)
  const free = candidates.find((candidate) => !taken.has(candidate))
  return free ?? freeSlug(tx, projectId, slug, first + batchSize)
}
