import { layouts } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import type { Admin } from '../admin.js'
import { bars, type Case, pageOf } from './case.js'

const publishedEvery = 10
const placesEach = 3
/** Each is shown in so many places; the first one in every widget. */
const pictures = 100
/** The words that some names contain: one widget in so many. */
const summerEvery = 1000

/**
 * Fills a project with widgets, of which the first is the newest, each with three pictures. The tables are vacuumed,
 * as autovacuum would do some time after an insert.
 *
 * @returns the id of the picture that all widgets show.
 */
export async function fillWidgets(database: Database, projectId: string, count: number) {
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags, updated_at)
    SELECT ${projectId}::uuid, i || '.jpg', 'image/jpeg', 1, 1, 1, sha256(i::text::bytea), '{}', now()
    FROM generate_series(0, ${pictures - 1}) AS i`
  await database.$executeRaw`
    INSERT INTO widgets (project_id, name, slug, layout, status, published_at, config, created_at, updated_at)
    SELECT ${projectId}::uuid,
      CASE WHEN i % ${summerEvery}::int = 1 THEN 'Summer ' ELSE 'Gallery ' END || lpad(i::text, 7, '0'),
      'bench-' || i, (${[...layouts]}::"Layout"[])[1 + i % ${layouts.length}::int],
      (CASE WHEN i % ${publishedEvery}::int = 1 THEN 'PUBLISHED' ELSE 'DRAFT' END)::"WidgetStatus",
      CASE WHEN i % ${publishedEvery}::int = 1 THEN now() END, '{"columns": 4, "gap": 16, "showCaptions": true}',
      now() - i * interval '1 second', now() - i * 7919 % ${count}::int * interval '1 second'
    FROM generate_series(0, ${count - 1}) AS i`
  const [shown] = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM assets WHERE project_id = ${projectId}::uuid AND filename = '0.jpg'`
  // Their triggers would give all widgets the same time of change, and take minutes.
  await database.$executeRaw`ALTER TABLE widget_assets DISABLE TRIGGER USER`
  await database.$executeRaw`
    INSERT INTO widget_assets (project_id, widget_id, position, asset_id)
    SELECT ${projectId}::uuid, w.id, place, a.id
    FROM (SELECT id, substr(slug, 7)::int AS number FROM widgets WHERE project_id = ${projectId}::uuid) AS w
    CROSS JOIN generate_series(0, ${placesEach - 1}) AS place
    JOIN assets AS a ON a.project_id = ${projectId}::uuid
      AND a.filename = CASE place WHEN 0 THEN 0 ELSE 1 + (number + place) % ${pictures - 1}::int END || '.jpg'`
  await database.$executeRaw`ALTER TABLE widget_assets ENABLE TRIGGER USER`
  for (const table of ['widgets', 'widget_assets', 'filter_counts']) {
    await database.$executeRawUnsafe(`VACUUM (ANALYZE) ${table}`)
  }
  if (shown === undefined) throw new Error('no picture was stored')
  return shown.id
}

/** Pages of the widgets of a project, by filter and order. */
export function widgetCases(
  admin: Admin,
  { id, assetId, widgets }: { id: string; assetId: string; widgets: number },
): Case[] {
  const published = widgets / publishedEvery
  const publishedGrids = countOf(
    widgets,
    (i) => i % publishedEvery === 1 && i % layouts.length === grid,
  )
  const grids = countOf(widgets, (i) => i % layouts.length === grid)
  const summers = countOf(widgets, (i) => i % summerEvery === 1)
  const list = { name: `${widgets} widgets`, path: `/api/projects/${id}/widgets` }
  const kept = (query: string, total: number, shown?: number) =>
    pageOf(admin, list, { query, total, barMs: bars.kept, ...(shown !== undefined && { shown }) })
  const counted = (query: string, total: number) =>
    pageOf(admin, list, { query, total, barMs: bars.counted })
  const usage = {
    name: 'widgets of one picture',
    path: `/api/projects/${id}/assets/${assetId}/usage`,
  }
  return [
    kept('page=0', widgets, 20),
    kept('page=1000', widgets, 20),
    kept('page=10000&size=5', widgets, 5),
    kept('sort=name', widgets),
    kept('sort=name&page=1000', widgets, 20),
    kept('sort=updatedAt,desc', widgets),
    kept('sort=updatedAt&page=1000', widgets, 20),
    kept('status=PUBLISHED', published),
    kept('status=PUBLISHED&sort=name,desc', published),
    kept('status=DRAFT&page=1000', widgets - published, 20),
    kept('layout=GRID', grids),
    kept('layout=GRID&sort=updatedAt', grids),
    counted('status=PUBLISHED&layout=GRID', publishedGrids),
    counted('status=PUBLISHED&layout=GRID&sort=name', publishedGrids),
    counted('q=gallery', widgets - summers),
    counted('q=gallery&page=1000', widgets - summers),
    counted('q=gallery&sort=name', widgets - summers),
    counted('q=summer', summers),
    counted(
      'q=bench-99',
      countOf(widgets, (i) => `bench-${i}`.includes('bench-99')),
    ),
    counted('q=absent', 0),
    counted(
      'q=gallery&status=PUBLISHED',
      countOf(widgets, (i) => i % publishedEvery === 1 && i % summerEvery !== 1),
    ),
    pageOf(admin, usage, { query: 'page=0', total: widgets, barMs: bars.counted, shown: 20 }),
  ]
}

const grid = layouts.indexOf('GRID')

const countOf = (count: number, matches: (i: number) => boolean): number =>
  Array.from({ length: count }, (_, i) => i).filter(matches).length
