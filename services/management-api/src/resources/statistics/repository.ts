import type { RawQueryable } from '@vitrine/database'
import { type Period, sumsOf } from './period.js'
import type { EventCounts } from './schemas.js'
import { noWidget } from './spans.js'

type WidgetCounts = EventCounts & {
  widgetId: string
  slug: string | null
  name: string | null
}
export type AssetCounts = EventCounts & { assetId: string; filename: string | null }

const iso = (ms: number): string => new Date(ms).toISOString()

/** `OFFSET 0` makes Postgres look each sum up by the primary key, however few it expects. */
export const statisticsRepository = (db: RawQueryable) => ({
  /** The sums of each group of a period. @param widgetId null: of the whole project. */
  listByTime: (projectId: string, widgetId: string | null, { pieces }: Period) => db.$queryRaw<
    (EventCounts & { group: number })[]
  >`
    SELECT piece.number AS "group", sum(views)::float8 AS views, sum(clicks)::float8 AS clicks,
      sum(opens)::float8 AS opens
    FROM unnest(${pieces.map(({ group }) => group)}::int[],
      ${pieces.map(({ span }) => span)}::text[],
      ${pieces.map(({ fromMs }) => iso(fromMs))}::timestamptz[],
      ${pieces.map(({ toMs }) => iso(toMs))}::timestamptz[]) AS piece (number, span, start, until)
    JOIN LATERAL (
      SELECT views, clicks, opens FROM widget_statistics
      WHERE project_id = ${projectId}::uuid AND span = piece.span
        AND widget_id = ${widgetId ?? noWidget}::uuid AND bucket >= piece.start AND bucket < piece.until
      OFFSET 0
    ) AS counted ON true
    GROUP BY 1`,

  /** The widgets with the most views, at most `limit`. */
  listByWidget: (projectId: string, period: Period, limit: number) => {
    const sums = sumsOf(period)
    return db.$queryRaw<WidgetCounts[]>`
      WITH counted AS (
        SELECT widget_id, sum(views) AS views, sum(clicks) AS clicks, sum(opens) AS opens
        FROM unnest(${sums.map(({ span }) => span)}::text[],
          ${sums.map(({ startMs }) => iso(startMs))}::timestamptz[]) AS one (span, start)
        JOIN LATERAL (
          SELECT widget_id, views, clicks, opens FROM widget_statistics
          WHERE project_id = ${projectId}::uuid AND span = one.span AND bucket = one.start
            AND widget_id <> ${noWidget}::uuid
          OFFSET 0
        ) AS found ON true
        GROUP BY widget_id ORDER BY sum(views) DESC, widget_id LIMIT ${limit}::int
      )
      SELECT widget_id AS "widgetId", slug, name, views::float8 AS views, clicks::float8 AS clicks,
        opens::float8 AS opens
      FROM counted LEFT JOIN widgets ON project_id = ${projectId}::uuid AND id = widget_id
      ORDER BY counted.views DESC, widget_id`
  },

  /** The assets with the most views, at most `limit`. @param widgetId null: in all widgets. */
  listByAsset: (projectId: string, widgetId: string | null, period: Period, limit: number) => {
    const sums = sumsOf(period)
    return db.$queryRaw<AssetCounts[]>`
      WITH counted AS (
        SELECT asset_id, sum(views) AS views, sum(clicks) AS clicks, sum(opens) AS opens
        FROM unnest(${sums.map(({ span }) => span)}::text[],
          ${sums.map(({ startMs }) => iso(startMs))}::timestamptz[]) AS one (span, start)
        JOIN LATERAL (
          SELECT asset_id, views, clicks, opens FROM asset_statistics
          WHERE project_id = ${projectId}::uuid AND span = one.span AND bucket = one.start
            AND widget_id BETWEEN coalesce(${widgetId}::uuid, ${noWidget}::uuid)
              AND coalesce(${widgetId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          OFFSET 0
        ) AS found ON true
        GROUP BY asset_id ORDER BY sum(views) DESC, asset_id LIMIT ${limit}::int
      )
      SELECT asset_id AS "assetId", filename, views::float8 AS views, clicks::float8 AS clicks,
        opens::float8 AS opens
      FROM counted LEFT JOIN assets ON project_id = ${projectId}::uuid AND id = asset_id
      ORDER BY counted.views DESC, asset_id`
  },
})
