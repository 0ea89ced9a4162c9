import type { FileKey, WatermarkPosition } from '@vitrine/contracts'
import type { Prisma, Queryable } from '@vitrine/database'
import type { Mark, SourceImage } from '@vitrine/imaging'

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

/** An original with the watermark that its renditions have, if its project has one. */
export type MarkedOriginal = StoredOriginal & {
  mark: { picture: StoredOriginal; mark: Mark } | null
}

const file = {
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
} as const

type File = Prisma.AssetGetPayload<{ select: typeof file }>

const originalOf = (projectId: string, assetId: string, row: File): StoredOriginal => {
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
}

export const publishedAssetRepository = (db: Queryable) => ({
  /** null if the asset is deleted, or no published widget shows it. */
  find: async (projectId: string, assetId: string): Promise<MarkedOriginal | null> => {
    const row = await db.asset.findFirst({
      where: { projectId, id: assetId, widgets: { some: { widget: { status: 'PUBLISHED' } } } },
      select: {
        ...file,
        project: {
          select: {
            watermark: { select: { id: true, ...file } },
            watermarkPosition: true,
            watermarkOpacity: true,
            watermarkScale: true,
            watermarkFrom: true,
          },
        },
      },
    })
    if (row === null) return null
    const { project, ...original } = row
    return { ...originalOf(projectId, assetId, original), mark: markOf(projectId, project) }
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

type ProjectRow = {
  watermark: (File & { id: string }) | null
  watermarkPosition: string | null
  watermarkOpacity: number | null
  watermarkScale: number | null
  watermarkFrom: number | null
}

/** A constraint of the table makes all columns null or none. */
function markOf(projectId: string, row: ProjectRow): MarkedOriginal['mark'] {
  if (row.watermark === null) return null
  const { id, ...file } = row.watermark
  const picture = originalOf(projectId, id, file)
  const { source, sha256 } = picture
  const mark = {
    source,
    sha256,
    position: row.watermarkPosition as WatermarkPosition,
    opacity: row.watermarkOpacity ?? 1,
    scale: row.watermarkScale ?? 1,
    from: row.watermarkFrom ?? 1,
  }
  return { picture, mark }
}
