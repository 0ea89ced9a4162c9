import type { Prisma, Queryable } from '@vitrine/database'
import { literally } from '../../fields/search-text.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
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
  assets: { select: { assetId: true }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.WidgetSelect

type Row = Prisma.WidgetGetPayload<{ select: typeof fields }>
type NewRow = Omit<Prisma.WidgetUncheckedCreateInput, 'projectId' | 'assets'>
type Changes = Omit<Prisma.WidgetUncheckedUpdateInput, 'projectId' | 'assets'>

/** `config` and `theme` are always stored as objects. */
const withAssetIds = ({ assets, config, theme, ...row }: Row) => ({
  ...row,
  config: config as Prisma.JsonObject,
  theme: theme as Prisma.JsonObject,
  assetIds: assets.map(({ assetId }) => assetId),
})

export type WidgetRow = ReturnType<typeof withAssetIds>

export const widgetRepository = (db: Queryable) => {
  const find = async (projectId: string, widgetId: string): Promise<WidgetRow | null> => {
    const row = await db.widget.findUnique({
      where: { projectId_id: { projectId, id: widgetId } },
      select: fields,
    })
    return row && withAssetIds(row)
  }

  return {
    find,

    create: async (projectId: string, row: NewRow): Promise<WidgetRow> =>
      withAssetIds(await db.widget.create({ data: { projectId, ...row }, select: fields })),

    update: (projectId: string, widgetId: string, changes: Changes) =>
      db.widget.update({
        where: { projectId_id: { projectId, id: widgetId } },
        data: changes,
        select: { id: true },
      }),

    /** As `find`. Locks the widget until the transaction ends. */
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

    /**
     * Writes only the places that change, so that an asset which stays in the list is never without a
     * place. Call it with the former and the new assets locked.
     */
    replaceAssets: async (projectId: string, widgetId: string, assetIds: readonly string[]) => {
      await db.$executeRaw`
        INSERT INTO widget_assets AS place (project_id, widget_id, position, asset_id)
        SELECT ${projectId}::uuid, ${widgetId}::uuid, number - 1, asset_id
        FROM unnest(${[...assetIds]}::uuid[]) WITH ORDINALITY AS listed (asset_id, number)
        ON CONFLICT (widget_id, position) DO UPDATE SET asset_id = excluded.asset_id
        WHERE place.asset_id <> excluded.asset_id`
      await db.$executeRaw`
        DELETE FROM widget_assets
        WHERE project_id = ${projectId}::uuid AND widget_id = ${widgetId}::uuid
          AND position >= ${assetIds.length}::int`
    },

    /** The taken ones among the slugs, in the project. */
    takenSlugs: async (projectId: string, slugs: readonly string[]): Promise<Set<string>> => {
      const where = { projectId, slug: { in: [...slugs] } }
      const rows = await db.widget.findMany({ where, select: { slug: true } })
      return new Set(rows.map(({ slug }) => slug))
    },

    /**
     * The assets of the project among the ids, locked until the transaction ends. They are locked in a
     * fixed order, as everywhere, so that transactions do not deadlock.
     *
     * @param widgetId of the widget whose list is about to change: its assets are locked as well, since
     *   they may become unused. The list itself is locked first, so that it gets no asset that is not
     *   locked.
     */
    lockAssets: async (
      projectId: string,
      assetIds: readonly string[],
      widgetId: string | null = null,
    ): Promise<Set<string>> => {
      if (widgetId !== null) {
        await db.$queryRaw`
          SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`list:${widgetId}`}, 0))`
      }
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM assets
        WHERE project_id = ${projectId}::uuid AND id = ANY(${[...assetIds]}::uuid[] || ARRAY(
          SELECT asset_id FROM widget_assets
          WHERE project_id = ${projectId}::uuid AND widget_id = ${widgetId}::uuid))
        ORDER BY id FOR NO KEY UPDATE`
      return new Set(rows.map(({ id }) => id))
    },

    list: async (projectId: string, query: WidgetQuery) => {
      const { q, status, layout, sort } = query
      const page = createPage(orderOf('widgets', widgetSorts, sort), query)
      const contains = { contains: literally(q ?? ''), mode: 'insensitive' } as const
      const where = {
        projectId,
        ...(status && { status }),
        ...(layout && { layout }),
        ...(q && { OR: [{ name: contains }, { slug: contains }] }),
      }
      const { orderBy, skip, take } = page
      const [rows, total] = await Promise.all([
        db.widget.findMany({
          where: { AND: [where, page.behind] },
          select: fields,
          orderBy,
          skip,
          take,
        }),
        db.widget.count({ where }),
      ])
      return page.answer(rows.map(withAssetIds), total)
    },
  }
}

export type WidgetRepository = ReturnType<typeof widgetRepository>
