import { type Database, Prisma } from '@vitrine/database'
import { createAdmin } from '../admin.js'
import { type Context, msOf } from '../rounds.js'
import { type Stack, withStack } from '../stack.js'
import type { Line } from '../table.js'

/** Projects with so many pictures, and the time in which the first page of any list with its total has to be there. */
const projects = [
  { size: '10⁵', assets: 100_000, barMs: 50 },
  { size: '10⁶', assets: 1_000_000, barMs: 300 },
]

/** First pages of large projects: each filter alone, pairs of them, orders, and the numbers beside the lists. */
export const lists = (context: Context): Promise<Line[]> =>
  withStack(context.log, (stack) => measure(stack, context))

/** A list of assets by its query, and the same condition in SQL. */
const assetLists: Readonly<Record<string, string>> = {
  '': 'true',
  'sort=filename': 'true',
  'page=1000': 'true',
  'q=photo': "search_text LIKE '%photo%'",
  'q=ab': "search_text LIKE '%ab%'",
  'q=img_1234': "search_text LIKE '%img\\_1234%'",
  'tag=archive': "tags @> '{archive}'",
  'tag=spring': "tags @> '{spring}'",
  'tag=archive&tag=spring': "tags @> '{archive,spring}'",
  'folderId=root': 'folder_id IS NULL',
  'contentType=image/jpeg': "content_type = 'image/jpeg'",
  'alt=missing': 'NOT decorative AND alt_text IS NULL',
  'alt=decorative': 'decorative',
  'unused=false': 'NOT unused',
  'minBytes=2000000': 'size_bytes >= 2000000',
  'duplicates=true':
    'EXISTS (SELECT FROM assets AS other WHERE (other.project_id, other.sha256) = (assets.project_id, assets.sha256) AND other.id <> assets.id)',
  'createdTo=2026-01-01T00:00:00Z': "created_at < '2026-01-01T00:00:00Z'",
  'q=photo&tag=spring': "search_text LIKE '%photo%' AND tags @> '{spring}'",
  'q=noon&alt=missing': 'false',
  'tag=archive&minBytes=1000000': "tags @> '{archive}' AND size_bytes >= 1000000",
  'folderId=root&alt=missing': 'folder_id IS NULL AND NOT decorative AND alt_text IS NULL',
  'contentType=image/avif&unused=false&sort=sizeBytes,desc':
    "content_type = 'image/avif' AND NOT unused",
  'alt=decorative&sort=filename': 'decorative',
}

/** Other calls of a project that count. */
const otherCalls = ['', '/assets/counts', '/tags?q=s', '/folders']

async function measure({ management, database }: Stack, { log, rounds }: Context): Promise<Line[]> {
  const admin = await createAdmin(management.url)
  const lines: Line[] = []
  for (const { size, assets, barMs } of projects) {
    const { id } = await admin.createProject(`${assets} assets`)
    log(`filling a project with ${assets} assets …`)
    await fillProject(database, id, assets)
    const call = async (name: string, path: string, total?: number) => {
      const get = async () => {
        const body = await admin.get<{ totalElements?: number }>(`/api/projects/${id}${path}`)
        // A fast wrong answer is never measured.
        if (total === undefined || body.totalElements === total) return
        throw new Error(`${path} of ${assets}: ${body.totalElements} instead of ${total}`)
      }
      await get()
      const ours: number[] = []
      for (let i = 0; i < 4 * rounds; i += 1) ours.push(await msOf(get))
      lines.push({
        name: `${size}, ${name}`,
        unit: 'ms',
        ours,
        bar: { of: 'figure', atMost: barMs },
      })
    }
    for (const [query, condition] of Object.entries(assetLists)) {
      const [{ total }] = await database.$queryRaw<[{ total: number }]>`
        SELECT count(*)::int AS total FROM assets
        WHERE project_id = ${id}::uuid AND ${Prisma.raw(condition)}`
      await call(query || 'no filter', `/assets?size=20&${query}`, total)
    }
    for (const path of otherCalls) await call(path || 'the project', path)
  }
  return lines
}

/**
 * Assets as libraries have them: the old fifth came as an archive, alternative texts are missing where nobody wrote one, and
 * few sizes, folders and tags are frequent. The tables are vacuumed, as autovacuum would do some time after an insert.
 */
async function fillProject(database: Database, projectId: string, count: number): Promise<void> {
  await database.$executeRaw`
    INSERT INTO folders (project_id, name, updated_at)
    SELECT ${projectId}::uuid, 'Folder ' || i, now() FROM generate_series(1, 60) AS i`
  for (let from = 0; from < count; from += 100_000) {
    await database.$executeRaw`
      WITH folder AS (
        SELECT array_agg(id ORDER BY id) AS ids FROM folders WHERE project_id = ${projectId}::uuid
      ), words AS (
        SELECT ARRAY(SELECT substr(md5('word ' || i), 1, 3 + i % 7) FROM generate_series(1, 300) AS i) AS w
      ), drawn AS (
        SELECT i, random() AS a, random() AS b, random() AS c, random() AS d
        FROM generate_series(${from}::int, ${from + 99_999}::int) AS i
      )
      INSERT INTO assets (project_id, folder_id, filename, content_type, size_bytes, width, height, sha256,
        alt_text, decorative, unused, tags, metadata, created_at, updated_at)
      SELECT ${projectId}::uuid, CASE WHEN a < 0.75 THEN ids[1 + floor(60 * b * b)] END, 'IMG_' || i || '.jpg',
        CASE WHEN b < 0.7 THEN 'image/jpeg' WHEN b < 0.97 THEN 'image/webp' ELSE 'image/avif' END,
        20000 - 400000 * ln(1 - 0.9999 * c), 1600, 1200,
        sha256(convert_to((i - (i % 50 = 1)::int)::text, 'UTF8')),
        CASE WHEN d < 0.6 THEN 'A photo of ' || w[1 + floor(300 * a * a)] || ' and ' ||
          w[1 + floor(300 * b)] || ' at noon' END,
        d > 0.95, c < 0.85,
        ARRAY[w[1 + floor(300 * a * a * a)], w[1 + floor(300 * c)]]
          || CASE WHEN i < ${count}::int * 0.2 THEN ARRAY['archive'] ELSE '{}' END
          || CASE WHEN d < 0.07 THEN ARRAY['spring'] ELSE '{}' END,
        '{"camera":"Example 5","lens":"35 mm","iso":200,"exposure":"1/250"}',
        timestamptz '2026-02-01' - (${count}::int - i) * interval '20 seconds', now()
      FROM drawn, folder, words`
  }
  await database.$executeRaw`VACUUM (ANALYZE) assets`
  await database.$executeRaw`VACUUM (ANALYZE) tag_counts`
  await database.$executeRaw`VACUUM (ANALYZE) asset_hashes`
}
