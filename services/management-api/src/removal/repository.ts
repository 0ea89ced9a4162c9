import type { Queryable } from '@vitrine/database'

/** Whether the rows of objects that a job is about to remove still exist. */
export const removalRepository = (db: Queryable) => ({
  hasProject: async (projectId: string): Promise<boolean> =>
    (await db.project.count({ where: { id: projectId } })) > 0,

  hasAsset: async (projectId: string, assetId: string): Promise<boolean> =>
    (await db.asset.count({ where: { projectId, id: assetId } })) > 0,

  hasFile: async (projectId: string, assetId: string, fileKey: string): Promise<boolean> =>
    (await db.asset.count({ where: { projectId, id: assetId, fileKey } })) > 0,
})
