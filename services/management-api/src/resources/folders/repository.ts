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

/** Adds the path and the number of assets to each, in the same order. */
async function locate(db: Queryable, projectId: string, rows: readonly Row[]): Promise<Folder[]> {
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
      SELECT count(*)::int FROM assets
      WHERE project_id = ${projectId}::uuid AND folder_id = up.id
    ) AS "assetCount"
    FROM up WHERE parent_id IS NULL`
  const locationOf = new Map(locations.map(({ id, ...location }) => [id, location]))
  return rows.flatMap((row) => {
    const location = locationOf.get(row.id)
    return location === undefined ? [] : [{ ...row, ...location }]
  })
}

export const folderRepository = (db: Queryable) => ({
  find: async (projectId: string, folderId: string): Promise<Folder | null> => {
    const where = { projectId_id: { projectId, id: folderId } }
    const row = await db.folder.findUnique({ where, select: fields })
    if (row === null) return null
    const [folder] = await locate(db, projectId, [row])
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
    return page.read(
      where,
      async (rows) => locate(db, projectId, await db.folder.findMany({ ...rows, select: fields })),
      (all) => db.folder.count(all),
    )
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

  /** Until the transaction ends, no asset can be moved into them. */
  lock: async (projectId: string, folderIds: readonly string[]): Promise<Folder[]> => {
    await db.$queryRaw`
        SELECT 1 FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ANY(${[...folderIds]}::uuid[]) FOR UPDATE`
    const where = { projectId, id: { in: [...folderIds] } }
    return locate(db, projectId, await db.folder.findMany({ where, select: fields }))
  },

  /** In one statement, so the order of parents and children does not matter. */
  delete: async (projectId: string, folderIds: readonly string[]): Promise<void> => {
    await db.$executeRaw`
        DELETE FROM folders
        WHERE project_id = ${projectId}::uuid AND id = ANY(${[...folderIds]}::uuid[])`
  },
})

export type FolderRepository = ReturnType<typeof folderRepository>
