import type { Queryable } from '@vitrine/database'

export const projectRemovalRepository = (db: Queryable) => ({
  /** The ids of all projects of the organization, locked until the transaction ends. */
  lockAll: async (organizationId: string): Promise<string[]> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM projects WHERE organization_id = ${organizationId}::uuid ORDER BY id
      FOR UPDATE`
    return rows.map(({ id }) => id)
  },

  /** Deletes it with everything in it. */
  delete: async (organizationId: string, projectId: string): Promise<void> => {
    await db.project.delete({ where: { id: projectId, organizationId }, select: { id: true } })
  },

  hasMoreAssetsThan: async (projectId: string, count: number): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM assets WHERE project_id = ${projectId}::uuid OFFSET ${count} LIMIT 1`
    return rows.length > 0
  },

  /** Not the watermark, which goes with the project. @returns the ids of the deleted assets. */
  deleteSomeAssets: async (projectId: string, count: number): Promise<string[]> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM assets WHERE project_id = ${projectId}::uuid AND id IS DISTINCT FROM (
        SELECT watermark_asset_id FROM projects WHERE id = ${projectId}::uuid
      )
      ORDER BY id LIMIT ${count} FOR UPDATE`
    const assetIds = rows.map(({ id }) => id)
    await db.$queryRaw`
      SELECT 1 FROM widgets WHERE project_id = ${projectId}::uuid ORDER BY id FOR NO KEY UPDATE`
    await db.$executeRaw`
      DELETE FROM assets WHERE project_id = ${projectId}::uuid AND id = ANY(${assetIds}::uuid[])`
    return assetIds
  },
})
