import type { Prisma, Queryable } from '@vitrine/database'

const fields = {
  id: true,
  projectId: true,
  folderId: true,
  filename: true,
  contentType: true,
  sizeBytes: true,
  sha256: true,
  width: true,
  height: true,
  altText: true,
  decorative: true,
  tags: true,
  metadata: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const

type NewRow = Omit<Prisma.AssetUncheckedCreateInput, 'projectId'>
type Changes = Pick<
  Prisma.AssetUncheckedUpdateInput,
  'filename' | 'altText' | 'decorative' | 'tags' | 'metadata' | 'folderId'
>

export type AssetRow = Prisma.AssetGetPayload<{ select: typeof fields }>

export const inProject = (projectId: string, ids: readonly string[]) => ({
  projectId,
  id: { in: [...ids] },
})

export const assetRepository = (db: Queryable) => ({
  /**
   * Locks the widgets that show the assets, in a fixed order: deleting an asset changes them. Call it with
   * the assets locked; no widget can add them then.
   */
  lockWidgets: async (projectId: string, assetIds: readonly string[]): Promise<void> => {
    await db.$queryRaw`
      SELECT 1 FROM widgets
      WHERE project_id = ${projectId}::uuid AND id IN (
        SELECT widget_id FROM widget_assets
        WHERE project_id = ${projectId}::uuid AND asset_id = ANY(${[...assetIds]}::uuid[])
      )
      ORDER BY id FOR NO KEY UPDATE`
  },

  create: (projectId: string, row: NewRow) =>
    db.asset.create({ data: { projectId, ...row }, select: fields }),

  find: (projectId: string, assetId: string) =>
    db.asset.findUnique({ where: { projectId_id: { projectId, id: assetId } }, select: fields }),

  /** In the order of the ids; ids without an asset are left out. */
  findMany: async (projectId: string, assetIds: readonly string[]): Promise<AssetRow[]> => {
    const rows = await db.asset.findMany({
      where: inProject(projectId, assetIds),
      select: fields,
    })
    const known = new Map(rows.map((row) => [row.id, row]))
    return assetIds.flatMap((id) => known.get(id) ?? [])
  },

  /** As `find`. Locks the asset until the transaction ends. */
  lock: async (projectId: string, assetId: string) => {
    await db.$queryRaw`
      SELECT 1 FROM assets WHERE project_id = ${projectId}::uuid AND id = ${assetId}::uuid
      FOR UPDATE`
    return assetRepository(db).find(projectId, assetId)
  },

  update: (projectId: string, assetId: string, changes: Changes) =>
    db.asset.update({
      where: { projectId_id: { projectId, id: assetId } },
      data: changes,
      select: fields,
    }),

  /** Call it with the asset locked. */
  delete: async (projectId: string, assetId: string): Promise<void> => {
    await assetRepository(db).lockWidgets(projectId, [assetId])
    await db.asset.delete({
      where: { projectId_id: { projectId, id: assetId } },
      select: { id: true },
    })
  },

  /** @param folderIds each once. */
  hasFolders: async (projectId: string, folderIds: readonly string[]): Promise<boolean> => {
    const found = await db.folder.count({ where: { projectId, id: { in: [...folderIds] } } })
    return found === folderIds.length
  },
})
