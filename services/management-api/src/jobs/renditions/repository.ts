import type { Queryable } from '@vitrine/database'
import type { Source } from '@vitrine/imaging'

/** An original that the public can see, and what it is like. */
export type ShownPicture = {
  projectId: string
  assetId: string
  source: Source
  /** Of the original. */
  sizeBytes: number
  /** Of the original, in hex. */
  sha256: string
}

/** null when the asset is gone, or no published widget shows it. */
export async function findShownPicture(
  db: Queryable,
  projectId: string,
  assetId: string,
): Promise<ShownPicture | null> {
  const row = await db.asset.findFirst({
    where: { projectId, id: assetId, widgets: { some: { widget: { status: 'PUBLISHED' } } } },
    select: {
      ...{ contentType: true, width: true, height: true, frameCount: true, hasAlpha: true },
      ...{ sizeBytes: true, sha256: true },
    },
  })
  if (row === null) return null
  const { sizeBytes, sha256, ...source } = row
  return {
    ...{ projectId, assetId, sizeBytes },
    // The upload found it to be one of the types.
    source: source as Source,
    sha256: Buffer.from(sha256).toString('hex'),
  }
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
