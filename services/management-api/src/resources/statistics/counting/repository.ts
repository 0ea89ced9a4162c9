import type { Transaction } from '@vitrine/database'
import { noWidget } from '../spans.js'
import type { CountedRow } from './tally.js'

/** The first of two numbers of an advisory lock; the second is that of the stream. */
const lockSpace = 1_163_284_308
/** After this time, Postgres ends the transaction of a process that was suspended, ms. */
const suspendedMs = 15_000

export const eventCountRepository = (tx: Transaction) => ({
  /** Makes this transaction the only reader of a stream. @returns false if another one is. */
  tryLockStream: async (stream: number): Promise<boolean> => {
    const rows = await tx.$queryRaw<{ locked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${lockSpace}::int, ${stream}::int) AS locked,
        set_config('idle_in_transaction_session_timeout', ${String(suspendedMs)}, true)`
    return rows[0]?.locked === true
  },

  /** The newest counted batch of each producer. */
  findMarks: async (producers: readonly string[]): Promise<Map<string, number>> => {
    const rows = await tx.$queryRaw<{ id: string; seq: number }[]>`
      SELECT id, seq::float8 AS seq FROM event_producers WHERE id = ANY (${producers}::uuid[])`
    return new Map(rows.map(({ id, seq }) => [id, seq]))
  },

  setMarks: (marks: ReadonlyMap<string, number>) => tx.$executeRaw`
    INSERT INTO event_producers AS known (id, seq)
    SELECT * FROM unnest(${[...marks.keys()]}::uuid[], ${[...marks.values()]}::bigint[])
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, seen_at = now()`,

  /**
   * Adds events to the sums of their widgets, assets and projects. Rows are locked in the order of their
   * keys, so that readers of two streams wait for each other at most. Deleted projects get none.
   */
  add: async (rows: readonly CountedRow[]): Promise<void> => {
    const columns = columnsOf(rows)
    await addToWidgets(tx, columns)
    await addToAssets(tx, columns)
  },
})

type Columns = ReturnType<typeof columnsOf>

const columnsOf = (rows: readonly CountedRow[]) => ({
  projects: rows.map(({ projectId }) => projectId),
  widgets: rows.map(({ widgetId }) => widgetId),
  assets: rows.map(({ assetId }) => assetId),
  buckets: rows.map(({ bucketMs }) => new Date(bucketMs).toISOString()),
  views: rows.map(({ views }) => views),
  clicks: rows.map(({ clicks }) => clicks),
  opens: rows.map(({ opens }) => opens),
})

/** The views of a widget are those of the widget as a whole; clicks and opens are those of its pictures. */
const addToWidgets = (
  tx: Transaction,
  { projects, widgets, assets, buckets, views, clicks, opens }: Columns,
) => tx.$executeRaw`
  INSERT INTO widget_statistics AS known (project_id, span, widget_id, bucket, views, clicks, opens)
  SELECT counted.project_id, span, whole.widget_id,
    CASE span WHEN 'QUARTER' THEN counted.bucket
      ELSE date_trunc(lower(span), counted.bucket, 'UTC') END AS start,
    coalesce(sum(views) FILTER (WHERE asset_id = ${noWidget}::uuid), 0)::bigint,
    sum(clicks)::bigint, sum(opens)::bigint
  FROM unnest(${projects}::uuid[], ${widgets}::uuid[], ${assets}::uuid[], ${buckets}::timestamptz[],
    ${views}::bigint[], ${clicks}::bigint[], ${opens}::bigint[])
    AS counted (project_id, widget_id, asset_id, bucket, views, clicks, opens)
  JOIN projects ON projects.id = counted.project_id
  CROSS JOIN unnest(ARRAY['QUARTER', 'HOUR', 'DAY', 'MONTH']) AS span
  CROSS JOIN LATERAL (VALUES (counted.widget_id), (${noWidget}::uuid)) AS whole (widget_id)
  GROUP BY 1, 2, 3, 4
  HAVING coalesce(sum(views) FILTER (WHERE asset_id = ${noWidget}::uuid), 0) + sum(clicks) + sum(opens) > 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (project_id, span, widget_id, bucket) DO UPDATE SET views = known.views + excluded.views,
    clicks = known.clicks + excluded.clicks, opens = known.opens + excluded.opens`

const addToAssets = (
  tx: Transaction,
  { projects, widgets, assets, buckets, views, clicks, opens }: Columns,
) => tx.$executeRaw`
  INSERT INTO asset_statistics AS known (project_id, span, bucket, widget_id, asset_id, views, clicks, opens)
  SELECT counted.project_id, span,
    CASE span WHEN 'QUARTER' THEN counted.bucket
      ELSE date_trunc(lower(span), counted.bucket, 'UTC') END AS start,
    counted.widget_id, asset_id, sum(views)::bigint, sum(clicks)::bigint, sum(opens)::bigint
  FROM unnest(${projects}::uuid[], ${widgets}::uuid[], ${assets}::uuid[], ${buckets}::timestamptz[],
    ${views}::bigint[], ${clicks}::bigint[], ${opens}::bigint[])
    AS counted (project_id, widget_id, asset_id, bucket, views, clicks, opens)
  JOIN projects ON projects.id = counted.project_id
  CROSS JOIN unnest(ARRAY['QUARTER', 'HOUR', 'DAY', 'MONTH']) AS span
  WHERE asset_id <> ${noWidget}::uuid
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (project_id, span, bucket, widget_id, asset_id) DO UPDATE
    SET views = known.views + excluded.views, clicks = known.clicks + excluded.clicks,
      opens = known.opens + excluded.opens`
