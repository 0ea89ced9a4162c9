import { Prisma, type Queryable } from '@vitrine/database'
import type { Item } from './items.js'

/**
 * A widget of which assets are about to be deleted. `items` is its list, or only the places of those assets if
 * `isWhole` is false.
 */
export type ShortenedWidget = { widgetId: string; isWhole: boolean; items: Item[] }

/** The widgets of one deletion whose lists are read whole: as many, and as many bytes of ids and texts. */
type WholeLists = { widgets: number; bytes: number }

export const shortenedWidgetRepository = (db: Queryable) => ({
  /**
   * The widgets that show any of the assets, in the order of their ids, of which the first ones are whole within
   * the limits. Call it with the widgets locked.
   */
  find: (
    projectId: string,
    assetIds: readonly string[],
    whole: WholeLists,
  ): Promise<ShortenedWidget[]> =>
    db.$queryRaw<ShortenedWidget[]>`
      WITH shown AS MATERIALIZED (
        SELECT widget_id, row_number() OVER (ORDER BY widget_id) AS number FROM widget_assets
        WHERE project_id = ${projectId}::uuid AND asset_id = ANY(${[...assetIds]}::uuid[])
        GROUP BY widget_id
      ), whole AS MATERIALIZED (
        SELECT widget_id FROM (
          SELECT widget_id, sum(sum(40 + octet_length(concat(caption, alt_text, link_url, video_url))))
            OVER (ORDER BY widget_id) AS bytes
          FROM shown JOIN widget_assets USING (widget_id)
          WHERE number <= ${whole.widgets} GROUP BY widget_id
        ) AS weighed WHERE bytes <= ${whole.bytes}
      ), places AS (
        SELECT widget_id, true AS is_whole, position, ${item} AS item
        FROM whole JOIN widget_assets AS place USING (widget_id)
        UNION ALL
        SELECT widget_id, false, position, ${item} FROM widget_assets AS place
        WHERE project_id = ${projectId}::uuid AND asset_id = ANY(${[...assetIds]}::uuid[])
          AND widget_id NOT IN (TABLE whole)
      )
      SELECT widget_id AS "widgetId", is_whole AS "isWhole", json_agg(item ORDER BY position) AS items
      FROM places GROUP BY widget_id, is_whole ORDER BY widget_id`,
})

const item = Prisma.sql`json_build_object('assetId', place.asset_id, 'caption', caption,
  'altText', alt_text, 'link', CASE WHEN link_url IS NOT NULL
    THEN json_build_object('url', link_url, 'newTab', link_new_tab) END,
  'video', CASE WHEN video_url IS NOT NULL THEN json_build_object('url', video_url) END)`
