import type { FileKey } from '@vitrine/contracts'
import type { Queryable } from '@vitrine/database'
import type { SourceImage } from '@vitrine/imaging'

/** An original in the object store, with the properties from which renditions are made. */
export type StoredOriginal = {
  projectId: string
  assetId: string
  fileKey: FileKey
  source: SourceImage
  /** Size of the original. */
  sizeBytes: number
  /** Hash of the original, in hex. */
  sha256: string
}

export const publishedAssetRepository = (db: Queryable) => ({
  /** null if the asset is deleted, or no published widget shows it. */
  find: async (projectId: string, assetId: string): Promise<StoredOriginal | null> => {
    const row = await db.asset.findFirst({
      where: { projectId, id: assetId, widgets: { some: { widget: { status: 'PUBLISHED' } } } },
      select: {
        contentType: true,
        width: true,
        height: true,
        frameCount: true,
        hasAlpha: true,
        wideGamut: true,
        decodeMs: true,
        sizeBytes: true,
        sha256: true,
        fileKey: true,
      },
    })
    if (row === null) return null
    const { sizeBytes, sha256, fileKey, ...source } = row
    return {
      projectId,
      assetId,
      fileKey,
      sizeBytes,
      // Validated by the upload.
      source: source as SourceImage,
      sha256: Buffer.from(sha256).toString('hex'),
    }
  },

  /** Each asset once, in display order; empty if the widget is not published. */
  list: async (projectId: string, widgetId: string): Promise<string[]> => {
    const rows = await db.widgetAsset.findMany({
      where: { projectId, widgetId, widget: { status: 'PUBLISHED' } },
      select: { assetId: true },
      orderBy: { position: 'asc' },
    })
    return [...new Set(rows.map(({ assetId }) => assetId))]
  },
})
