import { AppError } from '@vitrine/contracts/errors'
import type { Prisma, Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import type { Item } from './items.js'
import { type WidgetQuery, widgetSorts } from './schemas.js'

const fields = {
  id: true,
  projectId: true,
  name: true,
  slug: true,
  layout: true,
  config: true,
  theme: true,
  status: true,
  publishedAt: true,
  lastPublishedAt: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.WidgetSelect

const inOrder = { orderBy: { position: 'asc' } } as const
const listedFields = {
  ...fields,
  assets: { select: { assetId: true }, ...inOrder },
} as const satisfies Prisma.WidgetSelect
const itemFields = {
  assetId: true,
  caption: true,
  altText: true,
  linkUrl: true,
  linkNewTab: true,
  videoUrl: true,
} as const satisfies Prisma.WidgetAssetSelect
const allFields = {
  ...fields,
  assets: { select: itemFields, ...inOrder },
} as const satisfies Prisma.WidgetSelect

type ListedRow = Prisma.WidgetGetPayload<{ select: typeof listedFields }>
type Row = Prisma.WidgetGetPayload<{ select: typeof allFields }>
type ItemRow = Prisma.WidgetAssetGetPayload<{ select: typeof itemFields }>
type NewRow = Omit<Prisma.WidgetUncheckedCreateInput, 'projectId' | 'assets'>
type Changes = Omit<Prisma.WidgetUncheckedUpdateInput, 'projectId' | 'assets'>

/** `config` and `theme` are always stored as objects. */
const withAssetIds = ({ assets, config, theme, ...row }: ListedRow) => ({
  ...row,
  config: config as Prisma.JsonObject,
  theme: theme as Prisma.JsonObject,
  assetIds: assets.map(({ assetId }) => assetId),
})

const asItem = ({ assetId, caption, altText, linkUrl, linkNewTab, videoUrl }: ItemRow): Item => ({
  assetId,
  caption,
  altText,
  link: linkUrl === null ? null : { url: linkUrl, newTab: linkNewTab },
  video: videoUrl === null ? null : { url: videoUrl },
})

const withItems = (row: Row) => ({ ...withAssetIds(row), items: row.assets.map(asItem) })

export type WidgetRow = ReturnType<typeof withItems>

export const widgetRepository = (db: Queryable) => {
  const find = async (projectId: string, widgetId: string): Promise<WidgetRow | null> => {
    const row = await db.widget.findUnique({
      where: { projectId_id: { projectId, id: widgetId } },
      select: allFields,
    })
    return row && withItems(row)
  }

  return {
    find,

    create: async (projectId: string, row: NewRow): Promise<WidgetRow> =>
      withItems(await db.widget.create({ data: { projectId, ...row }, select: allFields })),

    update: (projectId: string, widgetId: string, changes: Changes) =>
      db.widget.update({
        where: { projectId_id: { projectId, id: widgetId } },
        data: changes,
        select: { id: true },
      }),

    /** Finds and locks the widget until the transaction ends. */
    lock: async (projectId: string, widgetId: string): Promise<WidgetRow | null> => {
      await db.$queryRaw`
        SELECT 1 FROM widgets WHERE project_id = ${projectId}::uuid AND id = ${widgetId}::uuid
        FOR UPDATE`
      return find(projectId, widgetId)
    },

    /**
     * One copy of a widget is made at a time. The widget itself cannot be locked first, because its assets
     * are locked before it.
     */
    lockCopies: async (widgetId: string): Promise<void> => {
      await db.$queryRaw`
        SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`copies:${widgetId}`}, 0))`
    },

    delete: (projectId: string, widgetId: string) =>
      db.widget.delete({
        where: { projectId_id: { projectId, id: widgetId } },
        select: { id: true },
      }),

    takenSlugs: async (projectId: string, slugs: readonly string[]): Promise<Set<string>> => {
      const where = { projectId, slug: { in: [...slugs] } }
      const rows = await db.widget.findMany({ where, select: { slug: true } })
      return new Set(rows.map(({ slug }) => slug))
    },

    list: async (projectId: string, query: WidgetQuery) => {
      const { q, status, layout } = query
      const page = createPage(orderOf('widgets', widgetSorts, query.sort), query)
      const contains = { contains: literally(q ?? ''), mode: 'insensitive' } as const
      const where = {
        projectId,
        ...(status && { status }),
        ...(layout && { layout }),
        ...(q && { OR: [{ name: contains }, { slug: contains }] }),
      }
      return page.read(
        where,
        async (rows) => {
          const found = await db.widget.findMany({ ...rows, select: listedFields })
          return found.map(withAssetIds)
        },
        (all) => db.widget.count(all),
      )
    },
  }
}

export type WidgetRepository = ReturnType<typeof widgetRepository>

/** @throws AppError WIDGET_NOT_FOUND */
export function requireFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('WIDGET_NOT_FOUND', 'There is no such widget.')
  return row
}

/** For other resources: a widget of the project. @throws AppError WIDGET_NOT_FOUND */
export const requireWidget = async (
  db: Queryable,
  projectId: string,
  widgetId: string,
): Promise<WidgetRow> => requireFound(await widgetRepository(db).find(projectId, widgetId))
