import type { FileKey } from '@vitrine/contracts'
import type { Queryable } from '@vitrine/database'
import type { Described, SourceImage } from '@vitrine/imaging'
import type { StoredOriginal } from './repository.js'

type Row = SourceImage & {
  projectId: string
  assetId: string
  fileKey: FileKey
  sizeBytes: number
  sha256: Uint8Array
}

export const undescribedAssetRepository = (db: Queryable) => ({
  /** Creates a job of this kind if there is none and any asset needs it. */
  scheduleIfNeeded: async (kind: string): Promise<void> => {
    await db.$executeRaw`
      INSERT INTO jobs (kind, payload)
      SELECT ${kind}, '{}' WHERE EXISTS (SELECT FROM assets WHERE placeholder_color IS NULL)
        AND NOT EXISTS (SELECT FROM jobs WHERE kind = ${kind})`
  },

  /** In the order of their ids. */
  list: async (after: string, limit: number): Promise<StoredOriginal[]> => {
    const rows = await db.$queryRaw<Row[]>`
      SELECT project_id AS "projectId", id AS "assetId", file_key AS "fileKey",
        content_type AS "contentType",
        size_bytes AS "sizeBytes", width, height, frame_count AS "frameCount",
        has_alpha AS "hasAlpha", sha256
      FROM assets WHERE placeholder_color IS NULL AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`
    return rows.map(({ projectId, assetId, fileKey, sizeBytes, sha256, ...source }) => ({
      projectId,
      assetId,
      fileKey,
      sizeBytes,
      source,
      sha256: Buffer.from(sha256).toString('hex'),
    }))
  },

  /** Unless the file has been replaced since. */
  describe: async (
    { projectId, assetId, sha256 }: StoredOriginal,
    { color, thumbhash, salientPoint }: Described,
  ): Promise<void> => {
    await db.$executeRaw`
      UPDATE assets
      SET placeholder_color = ${color}, placeholder_thumbhash = decode(${thumbhash}, 'base64'),
        salient_x = ${salientPoint.x}, salient_y = ${salientPoint.y}
      WHERE project_id = ${projectId}::uuid AND id = ${assetId}::uuid
        AND sha256 = decode(${sha256}, 'hex') AND placeholder_color IS NULL`
  },
})
