import type { Database } from '@vitrine/database'

/** One asset in so many has no alternative text, and one in so many is in the folder. */
export const missingEvery = 10
export const folderEvery = 100
/** In so many assets, two have the same bytes. */
export const duplicateEvery = 100
/** The newest assets, of which widgets show each once. */
export const usedAssets = 20_000

/**
 * Fills a project with assets, of which the first is the newest, and with widgets. The table is vacuumed, as
 * autovacuum would do some time after an insert.
 *
 * @returns the id of the folder.
 */
export async function fillProject(database: Database, projectId: string, count: number) {
  const folder = await database.folder.create({ data: { projectId, name: 'Folder' } })
  await database.$executeRaw`
    INSERT INTO assets (project_id, folder_id, filename, content_type, size_bytes, width, height,
      sha256, alt_text, tags, created_at, updated_at)
    SELECT ${projectId}::uuid, CASE WHEN i % ${folderEvery}::int = 0 THEN ${folder.id}::uuid END,
      i || '.jpg', CASE WHEN i % 2 = 0 THEN 'image/jpeg' ELSE 'image/webp' END, 100000 + i, 1600,
      1200, sha256(convert_to((i - (i % ${duplicateEvery}::int = 1)::int)::text, 'UTF8')),
      CASE WHEN i % ${missingEvery}::int > 0 THEN 'Picture ' || i END, ARRAY['tag-' || i % 100],
      now() - i * interval '1 second', now()
    FROM generate_series(0, ${count - 1}) AS i`
  await database.$executeRaw`
    WITH made AS (
      INSERT INTO widgets (project_id, name, slug, layout, updated_at)
      SELECT ${projectId}::uuid, 'Widget', 'widget-' || i, 'GRID', now()
      FROM generate_series(1, 1000) AS i
      RETURNING id, slug
    )
    INSERT INTO widget_assets (project_id, widget_id, position, asset_id)
    SELECT ${projectId}::uuid, made.id, place, shown.id
    FROM (
      SELECT id, (row_number() OVER (ORDER BY created_at DESC) - 1)::int AS place FROM assets
      WHERE project_id = ${projectId}::uuid ORDER BY created_at DESC LIMIT ${usedAssets}
    ) AS shown
    JOIN made ON made.slug = 'widget-' || place % 1000 + 1`
  await database.$executeRaw`VACUUM (ANALYZE) assets`
  await database.$executeRaw`VACUUM (ANALYZE) filter_counts`
  return folder.id
}
