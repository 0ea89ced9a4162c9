import type { Queryable } from '@vitrine/database'
import { keptDays } from '../resources/statistics/spans.js'

const spans = Object.keys(keptDays)
const days = Object.values(keptDays)

/**
 * Deletes sums that are older than they are kept, and all of projects that were deleted. A recursive query
 * finds the projects by one look-up each, because DISTINCT would read every row.
 */
export const oldStatisticsRepository = (db: Queryable) => ({
  /** After this time no entry of a producer is counted: see `maxAgeMs` of the tally. */
  deleteProducers: () => db.$executeRaw`
    DELETE FROM event_producers WHERE seen_at < now() - interval '8 days'`,

  /** @returns how many, at most `limit`. */
  deleteOfWidgets: (limit: number): Promise<number> => db.$executeRaw`
    WITH RECURSIVE owner AS (
      (SELECT project_id FROM widget_statistics ORDER BY project_id LIMIT 1)
      UNION ALL
      SELECT (SELECT next.project_id FROM widget_statistics AS next
        WHERE next.project_id > owner.project_id ORDER BY next.project_id LIMIT 1)
      FROM owner WHERE owner.project_id IS NOT NULL
    ), old AS MATERIALIZED (
      SELECT found.* FROM owner
      CROSS JOIN unnest(${spans}::text[], ${days}::int[]) AS kept (span, days)
      CROSS JOIN LATERAL (
        SELECT project_id, span, widget_id, bucket FROM widget_statistics AS sums
        WHERE sums.project_id = owner.project_id AND sums.span = kept.span AND sums.bucket < (
          CASE WHEN EXISTS (SELECT FROM projects WHERE id = owner.project_id)
            THEN now() - make_interval(days => kept.days) ELSE 'infinity' END)
        LIMIT ${limit}::int
      ) AS found
      LIMIT ${limit}::int
    )
    DELETE FROM widget_statistics AS gone USING old
    WHERE (gone.project_id, gone.span, gone.widget_id, gone.bucket)
      = (old.project_id, old.span, old.widget_id, old.bucket)`,

  /** @returns how many, at most `limit`. */
  deleteOfAssets: (limit: number): Promise<number> => db.$executeRaw`
    WITH RECURSIVE owner AS (
      (SELECT project_id FROM asset_statistics ORDER BY project_id LIMIT 1)
      UNION ALL
      SELECT (SELECT next.project_id FROM asset_statistics AS next
        WHERE next.project_id > owner.project_id ORDER BY next.project_id LIMIT 1)
      FROM owner WHERE owner.project_id IS NOT NULL
    ), old AS MATERIALIZED (
      SELECT found.* FROM owner
      CROSS JOIN unnest(${spans}::text[], ${days}::int[]) AS kept (span, days)
      CROSS JOIN LATERAL (
        SELECT project_id, span, bucket, widget_id, asset_id FROM asset_statistics AS sums
        WHERE sums.project_id = owner.project_id AND sums.span = kept.span AND sums.bucket < (
          CASE WHEN EXISTS (SELECT FROM projects WHERE id = owner.project_id)
            THEN now() - make_interval(days => kept.days) ELSE 'infinity' END)
        LIMIT ${limit}::int
      ) AS found
      LIMIT ${limit}::int
    )
    DELETE FROM asset_statistics AS gone USING old
    WHERE (gone.project_id, gone.span, gone.bucket, gone.widget_id, gone.asset_id)
      = (old.project_id, old.span, old.bucket, old.widget_id, old.asset_id)`,
})
