import { Prisma, type Queryable } from '@vitrine/database'
import { parseTimestamp } from '@vitrine/http'
import { literally } from '../../../fields/search-text.js'
import type { Order, Position } from '../../../paging/cursor.js'
import { createPage } from '../../../paging/pages.js'
import { orderOf } from '../../../paging/sort.js'
import { type AssetFilter, type AssetQuery, assetSorts } from '../schemas.js'
import { assetCountRepository } from './count-repository.js'
import { chooseIndexScan, hasIndex, type IndexScan } from './index-scan.js'

/** The columns by which a list may be ordered. */
const columns = {
  createdAt: Prisma.sql`created_at`,
  updatedAt: Prisma.sql`updated_at`,
  filename: Prisma.sql`filename`,
  sizeBytes: Prisma.sql`size_bytes`,
} as const

type AssetOrder = Order & { field: keyof typeof columns }

/** The same values, which no index has, so that Postgres plans for all matches instead of the first ones. */
const unindexed = {
  createdAt: Prisma.sql`created_at + interval '0'`,
  updatedAt: Prisma.sql`updated_at + interval '0'`,
  filename: Prisma.sql`filename || ''`,
  sizeBytes: Prisma.sql`size_bytes + 0`,
} as const

type SearchLimits = {
  /** Rows that are read in the order of the page rather than finding and sorting all matches: some 30 ms. */
  maxVisits: number
  /** The same if the number of matches is not known yet. */
  firstVisits: number
  /** Matches that are counted and sorted together. Sorting more of them needs a file. */
  maxCollected: number
}

const defaultLimits: SearchLimits = { maxVisits: 50_000, firstVisits: 10_000, maxCollected: 50_000 }

/** The lists of one project. The scope must name it: `database.forProject`, or a change in a project. */
export const assetListRepository = (db: Queryable, limits = defaultLimits) => {
  /** How many assets match, without the exceptions. */
  const count = async (
    projectId: string,
    filter: AssetFilter,
    exceptIds: readonly string[] = [],
  ): Promise<number> => {
    const known =
      exceptIds.length > 0 ? null : await assetCountRepository(db).find(projectId, filter)
    if (known !== null) return known
    const [row] = await db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS total FROM project_assets AS assets
      WHERE ${conditionOf(projectId, filter)} ${without(exceptIds)}`
    return Number(row.total)
  }

  return {
    count,

    /** The ids of one page, with the values of its order, and the number of assets on all pages. */
    findPage: async (projectId: string, query: AssetQuery) => {
      const { page: number, size, cursor, sort, ...filter } = query
      const order = orderOf('assets', assetSorts, sort)
      const page = createPage(order, query)
      const { rows, total } = await find(db, projectId, filter, { ...page, order, limits }, count)
      const entries = rows.map(({ id, value }) => ({ id, [order.field]: value }))
      return page.answer(entries, total)
    },

    /** The assets that match, `limit` at most. */
    findIds: async (
      projectId: string,
      filter: AssetFilter,
      exceptIds: readonly string[],
      limit: number,
    ): Promise<string[]> => {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM project_assets AS assets
        WHERE ${conditionOf(projectId, filter)} ${without(exceptIds)}
        ORDER BY id LIMIT ${limit}`
      return rows.map(({ id }) => id)
    },
  }
}

type Value = string | number | Date
type Wanted = {
  order: AssetOrder
  after: Position | null
  /** The value of the first match after the position, if it is known. */
  first?: Value
  take: number
  skip: number
  limits: SearchLimits
  /** Whether to find and sort all matches, rather than to read an index in their order. */
  isSorted?: boolean
}
type Row = { id: string; value: unknown }
type Found = { rows: Row[]; total: number }
type Count = (projectId: string, filter: AssetFilter) => Promise<number>

/**
 * The ids of a page, with the values of its order, and the number of matches. No other columns, so that previous
 * entries are skipped within an index where the filter has one: 200,000 entries take some 15 ms. Of any other
 * filter, frequent matches are soon found in the order of the page. Rare ones are all found, counted and sorted
 * in one pass. If there are many and none is near, they are counted and the first one is found, from which on the
 * page is looked for in order again. Only if they are too far apart, all are sorted. Postgres alone would guess how
 * frequent they are.
 */
async function find(
  db: Queryable,
  projectId: string,
  filter: AssetFilter,
  wanted: Wanted,
  count: Count,
): Promise<Found> {
  const known = await assetCountRepository(db).find(projectId, filter)
  if (known === 0) return { rows: [], total: 0 }
  const near = hasIndex(wanted.order.field, filter)
    ? await readPage(db, projectId, filter, wanted)
    : await findNear(db, projectId, filter, wanted, known)
  if (near !== null) return { rows: near, total: known ?? (await count(projectId, filter)) }
  if (known !== null) {
    return {
      rows: await readPage(db, projectId, filter, { ...wanted, isSorted: true }),
      total: known,
    }
  }
  const collected = await collect(db, projectId, filter, wanted)
  if (collected.total <= wanted.limits.maxCollected) return collected
  const { total, first } = await countFrom(db, projectId, filter, wanted)
  if (first === null) return { rows: [], total }
  const fromFirst = await findNear(db, projectId, filter, { ...wanted, first }, total)
  const rows = fromFirst ?? (await readPage(db, projectId, filter, { ...wanted, isSorted: true }))
  return { rows, total }
}

/**
 * The page, if it is among the first rows of an index; null if more rows would have to be read.
 *
 * @param total of the matches; null: not known.
 */
async function findNear(
  db: Queryable,
  projectId: string,
  filter: AssetFilter,
  wanted: Wanted,
  total: number | null,
): Promise<Row[] | null> {
  const { order, take, skip, limits } = wanted
  const { firstVisits, maxVisits } = limits
  const scan = await chooseIndexScan(db, projectId, order.field, filter)
  const expected = total === null ? firstVisits : Math.ceil((4 * (skip + take) * scan.rows) / total)
  for (const most of expected < maxVisits ? [expected, maxVisits] : []) {
    const rows = await amongFirst(db, projectId, { ...scan, most }, wanted)
    if (rows.length === take || most >= scan.rows) return rows
    if (total === null) break
  }
  return null
}

/** The page, from an index in its order, or of all matches after sorting them. */
const readPage = (
  db: Queryable,
  projectId: string,
  filter: AssetFilter,
  { order, after, take, skip, isSorted = false }: Wanted,
) => db.$queryRaw<Row[]>`
  SELECT id, ${columns[order.field]} AS value FROM project_assets AS assets
  WHERE ${conditionOf(projectId, filter)} ${behind(order, after)}
  ORDER BY ${isSorted ? unindexed[order.field] : columns[order.field]} ${way(order)}, id
  LIMIT ${take} OFFSET ${skip}`

/** The matches among the first rows of an index. The table is read only for rows that meet the inner conditions. */
const amongFirst = (
  db: Queryable,
  projectId: string,
  { inner, outer, most }: IndexScan & { most: number },
  { order, after, first, take, skip }: Wanted,
) => db.$queryRaw<Row[]>`
  SELECT visited_id AS id, value FROM (
    SELECT id AS visited_id, ${columns[order.field]} AS value FROM project_assets AS assets
    WHERE ${conditionOf(projectId, inner)} ${behind(order, after)} ${from(order, first)}
    ${ordered(order)} LIMIT ${most}
  ) AS visited
  JOIN project_assets AS assets ON id = visited_id
  WHERE ${conditionOf(projectId, outer)}
  ORDER BY value ${way(order)}, visited_id LIMIT ${take} OFFSET ${skip}`

/** All matches up to one more than may be collected, counted, and the page of them. */
async function collect(
  db: Queryable,
  projectId: string,
  filter: AssetFilter,
  { order, after, take, skip, limits }: Wanted,
): Promise<Found> {
  const found = await db.$queryRaw<{ total: number; id: string | null; value: unknown }[]>`
    WITH matches AS MATERIALIZED (
      SELECT id, created_at, updated_at, filename, size_bytes FROM project_assets AS assets
      WHERE ${conditionOf(projectId, filter)} LIMIT ${limits.maxCollected + 1}
    )
    SELECT total, id, value FROM (SELECT count(*)::int AS total FROM matches) AS counted
    LEFT JOIN (
      SELECT id, ${columns[order.field]} AS value FROM matches WHERE true ${behind(order, after)}
      ${ordered(order)} LIMIT ${take} OFFSET ${skip}
    ) AS page ON true
    ORDER BY value ${way(order)}, id`
  const rows = found.flatMap(({ id, value }) => (id === null ? [] : [{ id, value }]))
  return { rows, total: found[0]?.total ?? 0 }
}

/** The number of matches, and the value of the first one after the position. */
async function countFrom(
  db: Queryable,
  projectId: string,
  filter: AssetFilter,
  { order, after }: Wanted,
): Promise<{ total: number; first: Value | null }> {
  const first = order.direction === 'asc' ? Prisma.sql`min` : Prisma.sql`max`
  const [row] = await db.$queryRaw<[{ total: number; first: Value | null }]>`
    SELECT count(*)::int AS total,
      ${first}(${columns[order.field]}) FILTER (WHERE true ${behind(order, after)}) AS first
    FROM project_assets AS assets WHERE ${conditionOf(projectId, filter)}`
  return row
}

const way = ({ direction }: AssetOrder) =>
  direction === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`

const ordered = (order: AssetOrder) =>
  Prisma.sql`ORDER BY ${columns[order.field]} ${way(order)}, id`

/** The first condition lets the index find the position. */
function behind({ field, direction }: AssetOrder, after: Position | null): Prisma.Sql {
  if (after === null) return Prisma.empty
  const { value, id } = after
  const column = columns[field]
  return direction === 'asc'
    ? Prisma.sql`AND ${column} >= ${value} AND (${column} > ${value} OR id > ${id}::uuid)`
    : Prisma.sql`AND ${column} <= ${value} AND (${column} < ${value} OR id > ${id}::uuid)`
}

/** The rows from the first one with this value on. */
function from({ field, direction }: AssetOrder, first: Value | undefined): Prisma.Sql {
  if (first === undefined) return Prisma.empty
  const column = columns[field]
  return direction === 'asc'
    ? Prisma.sql`AND ${column} >= ${first}`
    : Prisma.sql`AND ${column} <= ${first}`
}

const without = (ids: readonly string[]): Prisma.Sql =>
  ids.length === 0 ? Prisma.empty : Prisma.sql`AND assets.id <> ALL(${[...ids]}::uuid[])`

/** Of rows of the view `project_assets` named `assets`. */
function conditionOf(projectId: string, filter: AssetFilter): Prisma.Sql {
  const { id, folderId, contentType, minBytes, createdFrom, createdTo, q } = filter
  const { alt, unused, duplicates, tag } = filter
  const named = id ? Prisma.sql`AND id = ANY(${id}::uuid[])` : Prisma.empty
  const inFolder = folderId ? Prisma.sql`AND folder_id = ${folderId}::uuid` : Prisma.empty
  const placed = folderId === 'root' ? Prisma.sql`AND folder_id IS NULL` : inFolder
  const ofType = contentType ? Prisma.sql`AND content_type = ${contentType}` : Prisma.empty
  // The same expression as in the index.
  const ofAlt = alt
    ? Prisma.sql`AND (CASE WHEN decorative THEN 'decorative' WHEN alt_text <> '' THEN 'present'
        ELSE 'missing' END) = ${alt}`
    : Prisma.empty
  const ofUse = unused === undefined ? Prisma.empty : Prisma.sql`AND unused = ${unused}::boolean`
  const large = minBytes === undefined ? Prisma.empty : Prisma.sql`AND size_bytes >= ${minBytes}`
  const since = createdFrom ? Prisma.sql`AND created_at >= ${moment(createdFrom)}` : Prisma.empty
  const until = createdTo ? Prisma.sql`AND created_at < ${moment(createdTo)}` : Prisma.empty
  const tagged = tag ? Prisma.sql`AND tags @> ${tag}::text[]` : Prisma.empty
  const known = Prisma.sql`(SELECT FROM duplicate_hashes AS known
    WHERE (known.project_id, known.sha256) = (assets.project_id, assets.sha256))`
  const alike = duplicates ? Prisma.sql`AND EXISTS ${known}` : Prisma.sql`AND NOT EXISTS ${known}`
  const ofBytes = duplicates === undefined ? Prisma.empty : alike
  const pattern = `%${literally(q ?? '')}%`
  const worded = q ? Prisma.sql`AND search_text LIKE lower(${pattern})` : Prisma.empty
  return Prisma.sql`assets.project_id = ${projectId}::uuid ${named} ${placed} ${ofType} ${ofAlt}
    ${ofUse} ${large} ${since} ${until} ${tagged} ${ofBytes} ${worded}`
}

const moment = (text: string): Date => parseTimestamp(text) ?? new Date(0)
