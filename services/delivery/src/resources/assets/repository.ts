import type { Snapshot } from '@vitrine/coherence'
import { tags } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import type { Source } from '@vitrine/imaging'

/** The properties of an asset that delivery needs: the shape and the identity of its original. */
export type DeliveredAsset = Source & {
  sizeBytes: number
  /** SHA-256 of the original, hex: the identity of its bytes. */
  sha256: string
  createdAtMs: number
}

type Row = Omit<DeliveredAsset, 'createdAtMs'> & {
  asOf: number
  id: string | null
  createdAt: Date
}

export const assetRepository = (sql: Sql) => ({
  /** The asset, or null, and the head of the change log, in one snapshot. */
  find: async (projectId: string, assetId: string): Promise<Snapshot<DeliveredAsset | null>> => {
    const row = await sql.queryRow<Row>`
      SELECT head.seq::float8 AS "asOf", a.id, a.content_type AS "contentType", a.size_bytes AS "sizeBytes",
        a.width, a.height, a.frame_count AS "frameCount", a.has_alpha AS "hasAlpha",
        encode(a.sha256, 'hex') AS sha256, a.created_at AS "createdAt"
      FROM change_head AS head
      LEFT JOIN assets AS a ON a.project_id = ${projectId}::uuid AND a.id = ${assetId}::uuid`
    const { asOf, id, createdAt, ...asset } = row
    return {
      value: id === null ? null : { ...asset, createdAtMs: createdAt.getTime() },
      tags: [tags.asset(assetId), tags.project(projectId)],
      asOf,
    }
  },
})

export type AssetRepository = ReturnType<typeof assetRepository>
