import type { Queryable } from '@vitrine/database'

export const folderTreeRepository = (db: Queryable) => ({
  /**
   * Locks the folders of the project: until the transaction ends, none can be created, moved or deleted.
   *
   * @returns whether the project exists.
   */
  lock: async (projectId: string): Promise<boolean> => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
    return rows.length === 1
  },

  /** From the folder up to the root; empty if the folder does not exist. */
  ancestors: async (projectId: string, folderId: string): Promise<string[]> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      WITH RECURSIVE up AS (
        SELECT id, parent_id FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ${folderId}::uuid
        UNION ALL
        SELECT parent.id, parent.parent_id FROM up JOIN folders AS parent
          ON parent.project_id = ${projectId}::uuid AND parent.id = up.parent_id
      )
      SELECT id FROM up`
    return rows.map(({ id }) => id)
  },

  /** The folder and all its descendants with their levels; the folder itself is 1. */
  subtree: (projectId: string, folderId: string) =>
    db.$queryRaw<{ id: string; level: number }[]>`
      WITH RECURSIVE down AS (
        SELECT id, 1 AS level FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ${folderId}::uuid
        UNION ALL
        SELECT child.id, down.level + 1 FROM down JOIN folders AS child
          ON child.project_id = ${projectId}::uuid AND child.parent_id = down.id
      )
      SELECT id, level FROM down`,

  /** Moves at most `limit` assets. @returns how many. */
  moveAssetsToRoot: (projectId: string, folderIds: readonly string[], limit: number) =>
    db.$executeRaw`
      UPDATE assets SET folder_id = NULL WHERE id IN (
        SELECT id FROM assets
        WHERE project_id = ${projectId}::uuid AND folder_id = ANY(${[...folderIds]}::uuid[])
        LIMIT ${limit}
      )`,
})
