import type { Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import { type Folder, type FolderQuery, folderSorts } from './schemas.js'

const fields = {
  id: true,
  projectId: true,
  parentId: true,
  name: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const

type Row = Omit<Folder, 'path' | 'assetCount'>
type Location = { id: string; path: string; assetCount: number }

export const folderRepository = (db: Queryable) => {
  /** Adds the path and the number of assets to each, in the same order. */
  const locate = async (projectId: string, rows: readonly Row[]): Promise<Folder[]> => {
    const locations = await db.$queryRaw<Location[]>`
      WITH RECURSIVE up AS (
        SELECT id, parent_id, name AS path FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ANY(${rows.map(({ id }) => id)}::uuid[])
        UNION ALL
        SELECT up.id, parent.parent_id, parent.name || '/' || up.path
        FROM up JOIN folders AS parent
          ON parent.project_id = ${projectId}::uuid AND parent.id = up.parent_id
      )
      SELECT id, path, (
        SELECT coalesce(sum(total), 0)::int FROM filter_counts
        WHERE project_id = ${projectId}::uuid AND filter = 'folderId=' || up.id
      ) AS "assetCount"
      FROM up WHERE parent_id IS NULL`
    const locationOf = new Map(locations.map(({ id, ...location }) => [id, location]))
    return rows.flatMap((row) => {
      const location = locationOf.get(row.id)
      return location === undefined ? [] : [{ ...row, ...location }]
    })
  }

  return {
    /**
     * Locks the folders of the project: until the transaction ends, none can be created, moved or deleted.
     *
     * @returns whether the project exists.
     */
    lockTree: async (projectId: string): Promise<boolean> => {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
      return rows.length === 1
    },

    find: async (projectId: string, folderId: string): Promise<Folder | null> => {
      const where = { projectId_id: { projectId, id: folderId } }
      const row = await db.folder.findUnique({ where, select: fields })
      if (row === null) return null
      const [folder] = await locate(projectId, [row])
      return folder ?? null
    },

    list: async (projectId: string, query: FolderQuery) => {
      const page = createPage(orderOf('folders', folderSorts, query.sort), query)
      const { parentId, q } = query
      const below = parentId === 'root' ? null : parentId
      const where = {
        projectId,
        ...(below !== undefined && { parentId: below }),
        ...(q && { name: { contains: literally(q), mode: 'insensitive' as const } }),
      }
      const { orderBy, skip, take } = page
      const [rows, total] = await Promise.all([
        db.folder.findMany({
          where: { AND: [where, page.behind] },
          select: fields,
          orderBy,
          skip,
          take,
        }),
        db.folder.count({ where }),
      ])
      return page.answer(await locate(projectId, rows), total)
    },

    /** @returns the id of the folder with this name in the parent, or at the root if that is null. */
    findNamed: async (
      projectId: string,
      parentId: string | null,
      name: string,
    ): Promise<string | null> => {
      const where = { projectId, parentId, name }
      return (await db.folder.findFirst({ where, select: { id: true } }))?.id ?? null
    },

    create: async (projectId: string, row: { name: string; parentId: string | null }) => {
      const { id } = await db.folder.create({ data: { projectId, ...row }, select: { id: true } })
      return id
    },

    update: async (
      projectId: string,
      folderId: string,
      changes: { name?: string; parentId?: string | null },
    ): Promise<void> => {
      const where = { projectId_id: { projectId, id: folderId } }
      await db.folder.update({ where, data: changes, select: { id: true } })
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

    /** Until the transaction ends, no asset can be moved into them. */
    lock: async (projectId: string, folderIds: readonly string[]): Promise<Folder[]> => {
      await db.$queryRaw`
        SELECT 1 FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ANY(${[...folderIds]}::uuid[]) FOR UPDATE`
      const where = { projectId, id: { in: [...folderIds] } }
      return locate(projectId, await db.folder.findMany({ where, select: fields }))
    },

    /** Moves at most `limit` assets. @returns how many. */
    moveAssetsToRoot: (projectId: string, folderIds: readonly string[], limit: number) =>
      db.$executeRaw`
        UPDATE assets SET folder_id = NULL WHERE id IN (
          SELECT id FROM assets
          WHERE project_id = ${projectId}::uuid AND folder_id = ANY(${[...folderIds]}::uuid[])
          LIMIT ${limit}
        )`,

    /** In one statement, so the order of parents and children does not matter. */
    delete: async (projectId: string, folderIds: readonly string[]): Promise<void> => {
      await db.$executeRaw`
        DELETE FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ANY(${[...folderIds]}::uuid[])`
    },
  }
}

export type FolderRepository = ReturnType<typeof folderRepository>
