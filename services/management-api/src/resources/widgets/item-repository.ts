import type { Queryable } from '@vitrine/database'
import type { Item } from './items.js'

/** The lists of widgets: which assets they show, and in which order. */
export const widgetItemRepository = (db: Queryable) => ({
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

  /**
   * Writes only the places that change, so that an asset which stays in the list is never without a
   * place. Call it with the former and the new assets locked.
   */
  replace: async (projectId: string, widgetId: string, items: readonly Item[]) => {
    await db.$executeRaw`
      INSERT INTO widget_assets AS place (project_id, widget_id, position,
        asset_id, caption, alt_text, link_url, link_new_tab, video_url)
      SELECT ${projectId}::uuid, ${widgetId}::uuid, number - 1,
        asset_id, caption, alt_text, link_url, link_new_tab, video_url
      FROM ROWS FROM (
        json_to_recordset(${JSON.stringify(items.map(asRow))}::json)
          AS (asset_id uuid, caption text, alt_text text, link_url text, link_new_tab boolean, video_url text)
      ) WITH ORDINALITY
        AS item (asset_id, caption, alt_text, link_url, link_new_tab, video_url, number)
      ON CONFLICT (widget_id, position) DO UPDATE SET
        (asset_id, caption, alt_text, link_url, link_new_tab, video_url) = (excluded.asset_id,
          excluded.caption, excluded.alt_text, excluded.link_url, excluded.link_new_tab, excluded.video_url)
      WHERE (place.asset_id, place.caption, place.alt_text, place.link_url, place.link_new_tab, place.video_url)
        IS DISTINCT FROM (excluded.asset_id,
          excluded.caption, excluded.alt_text, excluded.link_url, excluded.link_new_tab, excluded.video_url)`
    await db.$executeRaw`
      DELETE FROM widget_assets
      WHERE project_id = ${projectId}::uuid AND widget_id = ${widgetId}::uuid
        AND position >= ${items.length}::int`
  },
})

const asRow = ({ assetId, caption, altText, link, video }: Item) => ({
  asset_id: assetId,
  caption,
  alt_text: altText,
  link_url: link?.url ?? null,
  link_new_tab: link?.newTab ?? false,
  video_url: video?.url ?? null,
})
