import type { Database } from '@vitrine/database'
import { createAdmin } from '../admin.js'
import { type Context, inTurns, msOf } from '../rounds.js'
import { type Stack, withStack } from '../stack.js'
import type { Line } from '../table.js'

const sizes = { large: 1_000_000, small: 1_000 }

/** A list of a million pictures beside one of a thousand: first pages, pages far behind, filters and orders. */
export const lists = (context: Context): Promise<Line[]> =>
  withStack(context.log, (stack) => measure(stack, context))

/** One in so many assets has no alternative text; one in so many is in the folder. */
const missingEvery = 10
const folderEvery = 100
/** In so many assets, two have the same bytes. */
const duplicateEvery = 100
const tags = 100

type Query = {
  query: string
  /** ms: where the total is kept, or where matches are counted. */
  barMs: 50 | 300
  /** How many of so many assets match. */
  total: (assets: number) => number
  /** Of the thousand, which has fewer pages and smaller files. By default the same. */
  smallQuery?: string
}

const all = (assets: number) => assets
const first = 'page=0&size=20'

const queries: readonly Query[] = [
  { query: first, barMs: 50, total: all },
  { query: 'page=1000&size=20', barMs: 50, total: all, smallQuery: first },
  { query: 'page=10000&size=20', barMs: 50, total: all, smallQuery: first },
  { query: 'sort=filename', barMs: 50, total: all },
  { query: 'contentType=image/webp', barMs: 50, total: (assets) => assets / 2 },
  { query: 'alt=missing', barMs: 50, total: (assets) => assets / missingEvery },
  { query: 'tag=tag-7', barMs: 50, total: (assets) => assets / tags },
  { query: 'duplicates=true', barMs: 300, total: (assets) => (2 * assets) / duplicateEvery },
  { query: 'q=picture', barMs: 300, total: (assets) => assets - assets / missingEvery },
  { query: 'q=picture&tag=tag-7', barMs: 300, total: (assets) => assets / tags },
  {
    query: 'minBytes=600000&sort=filename',
    barMs: 300,
    total: (assets) => assets / 2,
    smallQuery: 'minBytes=100500&sort=filename',
  },
]

type Page = { totalElements: number }

async function measure({ management, database }: Stack, { log, rounds }: Context): Promise<Line[]> {
  const admin = await createAdmin(management.url)
  const fill = async (assets: number) => {
    const { id } = await admin.createProject(`${assets} assets`)
    log(`filling a project with ${assets} assets …`)
    await fillProject(database, id, assets)
    return async (query: string, total: number) => {
      const { totalElements } = await admin.get<Page>(`/api/projects/${id}/assets?${query}`)
      if (totalElements === total) return
      // A fast wrong answer is never measured.
      throw new Error(`${query} of ${assets} assets: ${totalElements} instead of ${total}`)
    }
  }
  const [large, small] = [await fill(sizes.large), await fill(sizes.small)]
  const lines: Line[] = []
  for (const { query, barMs, total, smallQuery = query } of queries) {
    const calls = {
      large: () => msOf(() => large(query, total(sizes.large))),
      small: () => msOf(() => small(smallQuery, total(sizes.small))),
    }
    await inTurns(5, calls)
    const samples = await inTurns(6 * rounds, calls)
    lines.push({
      name: `10⁶ pictures, ${query}`,
      unit: 'ms',
      ours: samples.large,
      peer: { name: smallQuery === query ? '10³' : `10³, ${smallQuery}`, samples: samples.small },
      bar: { of: 'figure', atMost: barMs },
    })
  }
  return lines
}

/** The tables are vacuumed, as autovacuum would do some time after an insert. */
async function fillProject(database: Database, projectId: string, count: number): Promise<void> {
  const folder = await database.folder.create({ data: { projectId, name: 'Folder' } })
  await database.$executeRaw`
    INSERT INTO assets (project_id, folder_id, filename, content_type, size_bytes, width, height,
      sha256, alt_text, tags, created_at, updated_at)
    SELECT ${projectId}::uuid, CASE WHEN i % ${folderEvery}::int = 0 THEN ${folder.id}::uuid END,
      i || '.jpg', CASE WHEN i % 2 = 0 THEN 'image/jpeg' ELSE 'image/webp' END, 100000 + i, 1600,
      1200, sha256(convert_to((i - (i % ${duplicateEvery}::int = 1)::int)::text, 'UTF8')),
      CASE WHEN i % ${missingEvery}::int > 0 THEN 'Picture ' || i END,
      ARRAY['tag-' || i % ${tags}::int], now() - i * interval '1 second', now()
    FROM generate_series(0, ${count - 1}) AS i`
  await database.$executeRaw`VACUUM (ANALYZE) assets`
  await database.$executeRaw`VACUUM (ANALYZE) filter_counts`
}
