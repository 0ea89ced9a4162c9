import type { Snapshot } from '@vitrine/coherence'
import {
  type Exposure,
  type FileKey,
  type TransformationRule,
  tags,
  type WatermarkPosition,
} from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import type { ImageType, Mark, Point, SourceImage } from '@vitrine/imaging'
import type { StoredMark } from '../../renditions/image.js'

/** The properties of an asset that delivery needs: the shape and the identity of its original. */
export type DeliveredAsset = SourceImage &
  Exposure & {
    /** Raised by each change of the bytes behind the asset's addresses. */
    version: number
    fileKey: FileKey
    sizeBytes: number
    /** SHA-256 of the original, hex: the identity of its bytes. */
    sha256: string
    /** When the version began. */
    modifiedAtMs: number
    /** A setting of its project, as the exposure is. */
    transformations: TransformationRule
    /** The watermark of its project, with the file behind it. */
    mark: StoredMark | null
  }

type Row = Omit<DeliveredAsset, 'modifiedAtMs' | 'focalPoint' | 'salientPoint' | 'mark'> & {
  asOf: number
  id: string | null
  modifiedAt: Date
  focalX: number | null
  focalY: number | null
  salientX: number | null
  salientY: number | null
  mark: MarkRow | null
}

/** A row without a watermark has none of the columns. */
type MarkRow = Omit<StoredMark['picture'], 'projectId' | 'source'> &
  Omit<Mark, 'source' | 'sha256' | 'position'> &
  Omit<SourceImage, 'contentType'> & { contentType: ImageType; position: WatermarkPosition }

const pointOf = (x: number | null, y: number | null): Point | null =>
  x === null || y === null ? null : { x, y }

function markOf(projectId: string, row: MarkRow): StoredMark {
  const { assetId, fileKey, sizeBytes, sha256, position, opacity, scale, from, ...source } = row
  const picture = { projectId, assetId, fileKey, source, sizeBytes, sha256, isMark: true }
  return { picture, mark: { source, sha256, position, opacity, scale, from } }
}

export const assetRepository = (sql: Sql) => ({
  /** The asset, or null, and the head of the change log, in one snapshot. */
  find: async (projectId: string, assetId: string): Promise<Snapshot<DeliveredAsset | null>> => {
    const row = await sql.queryRow<Row>`
      SELECT head.seq::float8 AS "asOf", a.id, a.content_type AS "contentType", a.size_bytes AS "sizeBytes",
        a.width, a.height, a.frame_count AS "frameCount", a.has_alpha AS "hasAlpha",
        a.wide_gamut AS "wideGamut", a.decode_ms AS "decodeMs",
        encode(a.sha256, 'hex') AS sha256, a.version, a.file_key AS "fileKey",
        a.focal_x AS "focalX", a.focal_y AS "focalY",
        a.salient_x AS "salientX", a.salient_y AS "salientY",
        coalesce(a.versioned_at, a.created_at) AS "modifiedAt", p.transformations,
        p.originals, p.max_public_width AS "maxPublicWidth",
        CASE WHEN m.id IS NOT NULL THEN json_build_object(
          'assetId', m.id, 'fileKey', m.file_key, 'sizeBytes', m.size_bytes,
          'sha256', encode(m.sha256, 'hex'), 'contentType', m.content_type, 'width', m.width,
          'height', m.height, 'frameCount', m.frame_count, 'hasAlpha', m.has_alpha,
          'wideGamut', m.wide_gamut, 'decodeMs', m.decode_ms, 'position', p.watermark_position,
          'opacity', p.watermark_opacity, 'scale', p.watermark_scale, 'from', p.watermark_from
        ) END AS mark
      FROM change_head AS head
      LEFT JOIN assets AS a ON a.project_id = ${projectId}::uuid AND a.id = ${assetId}::uuid
      LEFT JOIN projects AS p ON p.id = a.project_id
      LEFT JOIN assets AS m ON m.project_id = p.id AND m.id = p.watermark_asset_id`
    const { asOf, id, modifiedAt, focalX, focalY, salientX, salientY, mark, ...asset } = row
    const shown = {
      ...asset,
      mark: mark && markOf(projectId, mark),
      focalPoint: pointOf(focalX, focalY),
      salientPoint: pointOf(salientX, salientY),
    }
    return {
      value: id === null ? null : { ...shown, modifiedAtMs: modifiedAt.getTime() },
      tags: [
        tags.asset(assetId),
        tags.project(projectId),
        ...(mark === null ? [] : [tags.asset(mark.assetId)]),
      ],
      asOf,
    }
  },
})

export type AssetRepository = ReturnType<typeof assetRepository>
