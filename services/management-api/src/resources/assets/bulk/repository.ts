import type { Queryable } from '@vitrine/database'
import { focalColumns } from '../focal-point.js'
import { type AssetRow, assetRepository } from '../repository.js'

/** Statements on many assets at once. */
export const assetBulkRepository = (db: Queryable) => ({
  /** Finds and locks the assets, in a fixed order, so that two such calls never deadlock. */
  lock: async (projectId: string, assetIds: readonly string[]) => {
    await db.$queryRaw`
      SELECT 1 FROM assets WHERE project_id = ${projectId}::uuid AND id = ANY(${[...assetIds]}::uuid[])
      ORDER BY id FOR UPDATE`
    return assetRepository(db).findMany(projectId, assetIds)
  },

  /** Sets the fields that bulk changes change, of assets that are locked. */
  update: async (projectId: string, assets: readonly AssetRow[]): Promise<void> => {
    const input = JSON.stringify(
      assets.map(({ id, altText: alt_text, decorative, focalPoint, tags, folderId: folder_id }) => {
        const { focalX: focal_x, focalY: focal_y } = focalColumns(focalPoint)
        return { id, alt_text, decorative, focal_x, focal_y, tags, folder_id }
      }),
    )
    await db.$executeRaw`
      UPDATE assets SET updated_at = now(), alt_text = input.alt_text,
        decorative = input.decorative, focal_x = input.focal_x, focal_y = input.focal_y,
        tags = input.tags, folder_id = input.folder_id
      FROM json_to_recordset(${input}::json) AS input
        (id uuid, alt_text text, decorative boolean, focal_x float8, focal_y float8,
          tags text[], folder_id uuid)
      WHERE assets.project_id = ${projectId}::uuid AND assets.id = input.id`
  },
})
