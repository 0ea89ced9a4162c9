import type { Queryable } from '@vitrine/database'
import type { Source } from '@vitrine/imaging'

/** An original that the public can see, and what it is like. */
export type ShownPicture = { projectId: string; assetId: string; source: Source }

/** null when the asset is gone, or no published widget shows it. */
export async function findShownPicture(
  db: Queryable,
  projectId: string,
  assetId: string,
): Promise<ShownPicture | null> {
  const row = await db.asset.findFirst({
    where: { projectId, id: assetId, widgets: { some: { widget: { status: 'PUBLISHED' } } } },
    select: { contentType: true, width: true, height: true, frameCount: true, hasAlpha: true },
  })
  // The upload found it to be one of the types.
  return row && { projectId, assetId, source: row as Source }
}

/** Of a published widget, each once, in the order in which it shows them; none of any other. */
export async function listShownAssets(
  db: Queryable,
  projectId: string,
  widgetId: string,
): Promise<string[]> {
  const rows = await db.widgetAsset.findMany({
    where: { projectId, widgetId, widget: { status: 'PUBLISHED' } },
    select: { assetId: true },
    orderBy: { position: 'asc' },
  })
  return [...new Set(rows.map(({ assetId }) => assetId))]
}
