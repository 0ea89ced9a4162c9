import type { Prisma, Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'

const fields = {
  id: true,
  projectId: true,
  folderId: true,
  filename: true,
  contentType: true,
  sizeBytes: true,
  width: true,
  height: true,
  altText: true,
  tags: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
} as const

type NewRow = Omit<Prisma.AssetUncheckedCreateInput, 'projectId'>
type Changes = Pick<
  Prisma.AssetUncheckedUpdateInput,
  'filename' | 'altText' | 'tags' | 'metadata' | 'folderId'
>

export const assetRepository = (db: Queryable) => ({
  create: (projectId: string, row: NewRow) =>
    db.asset.create({ data: { projectId, ...row }, select: fields }),

  find: (projectId: string, assetId: string) =>
    db.asset.findUnique({ where: { projectId_id: { projectId, id: assetId } }, select: fields }),

  list: (projectId: string, { page, size }: PageQuery) =>
    Promise.all([
      db.asset.findMany({
        where: { projectId },
        select: fields,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        skip: page * size,
        take: size,
      }),
      db.asset.count({ where: { projectId } }),
    ]),

  /** As `find`; nobody else changes the asset until the transaction ends. */
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

  delete: async (projectId: string, assetId: string): Promise<void> => {
    await db.asset.delete({
      where: { projectId_id: { projectId, id: assetId } },
      select: { id: true },
    })
  },

  hasFolder: async (projectId: string, folderId: string): Promise<boolean> =>
    (await db.folder.count({ where: { projectId, id: folderId } })) > 0,
})
