import type { Prisma, Queryable } from '@vitrine/database'
import type { PageQuery } from '@vitrine/http'
import { createPage } from '../../paging/pages.js'
import { newestFirst } from '../../paging/sort.js'
import { type FocalPoint, focalColumns, focalPointOf } from './focal-point.js'

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
  frameCount: true,
  version: true,
  fileKey: true,
  focalX: true,
  focalY: true,
  altText: true,
  decorative: true,
  placeholderColor: true,
  placeholderThumbhash: true,
  tags: true,
  metadata: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
  project: { select: { originals: true, watermarkAssetId: true } },
} as const

type Given = { focalPoint?: FocalPoint | null }
type NewRow = Omit<Prisma.AssetUncheckedCreateInput, 'projectId' | 'focalX' | 'focalY'> & Given
type Changes = Given &
  Pick<
    Prisma.AssetUncheckedUpdateInput,
    'filename' | 'altText' | 'decorative' | 'tags' | 'metadata' | 'folderId'
  >

/** The columns of a file: all are set when it is replaced. */
export type FileColumns = Pick<
  Prisma.AssetUncheckedCreateInput,
  | 'sizeBytes'
  | 'sha256'
  | 'contentType'
  | 'width'
  | 'height'
  | 'frameCount'
  | 'hasAlpha'
  | 'wideGamut'
  | 'decodeMs'
  | 'placeholderColor'
  | 'placeholderThumbhash'
  | 'salientX'
  | 'salientY'
>

type Selected = Prisma.AssetGetPayload<{ select: typeof fields }>
export type AssetRow = Omit<Selected, 'focalX' | 'focalY'> & { focalPoint: FocalPoint | null }

const shaped = ({ focalX, focalY, ...row }: Selected): AssetRow => ({
  ...row,
  focalPoint: focalPointOf({ focalX, focalY }),
})

/** The form of a row for Prisma. */
const inColumns = <Fields extends Given>({ focalPoint, ...rest }: Fields) => ({
  ...rest,
  ...focalColumns(focalPoint),
})

const inProject = (projectId: string, ids: readonly string[]) => ({
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

  create: async (projectId: string, row: NewRow): Promise<AssetRow> =>
    shaped(await db.asset.create({ data: { projectId, ...inColumns(row) }, select: fields })),

  find: async (projectId: string, assetId: string): Promise<AssetRow | null> => {
    const where = { projectId_id: { projectId, id: assetId } }
    const row = await db.asset.findUnique({ where, select: fields })
    return row && shaped(row)
  },

  /** In the order of the ids; ids without an asset are left out. */
  findMany: async (projectId: string, assetIds: readonly string[]): Promise<AssetRow[]> => {
    const rows = await db.asset.findMany({
      where: inProject(projectId, assetIds),
      select: fields,
    })
    const known = new Map(rows.map((row) => [row.id, shaped(row)]))
    return assetIds.flatMap((id) => known.get(id) ?? [])
  },

  /** Finds and locks the asset until the transaction ends. */
  lock: async (projectId: string, assetId: string) => {
    await db.$queryRaw`
      SELECT 1 FROM assets WHERE project_id = ${projectId}::uuid AND id = ${assetId}::uuid
      FOR UPDATE`
    return assetRepository(db).find(projectId, assetId)
  },

  update: async (projectId: string, assetId: string, changes: Changes): Promise<AssetRow> =>
    shaped(
      await db.asset.update({
        where: { projectId_id: { projectId, id: assetId } },
        data: inColumns(changes),
        select: fields,
      }),
    ),

  /** Sets another file, whose objects are stored under the key. Call it with the asset locked. */
  replaceFile: async (
    projectId: string,
    assetId: string,
    { focalPoint, ...file }: FileColumns & Given & { fileKey: string },
  ): Promise<AssetRow> =>
    shaped(
      await db.asset.update({
        where: { projectId_id: { projectId, id: assetId } },
        data: { ...file, ...focalColumns(focalPoint) },
        select: fields,
      }),
    ),

  /** Call it with the assets and their widgets locked. */
  delete: async (projectId: string, assetIds: readonly string[]): Promise<void> => {
    await db.asset.deleteMany({ where: inProject(projectId, assetIds) })
  },

  /** The widgets that show the asset, newest first. */
  listWidgets: async (projectId: string, assetId: string, query: PageQuery) => {
    const page = createPage(newestFirst('usage of an asset'), query)
    const where = { projectId, assets: { some: { assetId } } }
    return page.read(
      where,
      (rows) =>
        db.widget.findMany({
          ...rows,
          select: { id: true, name: true, slug: true, status: true, createdAt: true },
        }),
      (all) => db.widget.count(all),
    )
  },

  /** @param folderIds each once. */
  hasFolders: async (projectId: string, folderIds: readonly string[]): Promise<boolean> => {
    const found = await db.folder.count({ where: { projectId, id: { in: [...folderIds] } } })
    return found === folderIds.length
  },
})
