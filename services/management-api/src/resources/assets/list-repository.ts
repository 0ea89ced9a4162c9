import { Prisma, type Queryable } from '@vitrine/database'
import { parseTimestamp } from '@vitrine/http'
import { literally } from '../../fields/search-text.js'
import type { Order, Position } from '../../paging/cursor.js'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import {
  type AssetCounts,
  type AssetFilter,
  type AssetQuery,
  assetSorts,
  type FoundAssets,
  largeBytes,
  maxFoundPerHash,
} from './schemas.js'

/** The columns by which a list may be ordered. */
const columns = {
  createdAt: Prisma.sql`created_at`,
  updatedAt: Prisma.sql`updated_at`,
  filename: Prisma.sql`filename`,
  sizeBytes: Prisma.sql`size_bytes`,
} as const

type AssetOrder = Order & { field: keyof typeof columns }
type Row = { id: string; value: unknown }

/** Rows that are read in the order of a list before all its matches are sorted: some 5 ms. */
const visitsBeforeSorting = 5_000

/** The lists of one project. The scope must name it: `database.forProject`, or a change in a project. */
export const assetListRepository = (db: Queryable) => {
  /** How many assets match, without the exceptions. */
  const count = async (
    projectId: string,
    filter: AssetFilter,
    exceptIds: readonly string[] = [],
  ): Promise<number> => {
    const [row] = await db.$queryRaw<[{ total: number }]>`
      SELECT count(*)::int AS total FROM project_assets AS assets
      WHERE ${conditionOf(projectId, filter)} ${without(exceptIds)}`
    return row.total
  }

  /**
   * The ids of a page, with the values of its order, and the number of matches. Postgres assumes that matches are spread
   * evenly over the list; if they are not, it may read a million rows in order to find the first ones. So it is
   * given few rows to look for frequent matches. Other matches are collected first and then sorted: `OFFSET 0` keeps
   * Postgres from looking for them in the order of the list.
   */
  const find = async (
    projectId: string,
    filter: AssetFilter,
    order: AssetOrder,
    { after, take, skip }: { after: Position | null; take: number; skip: number },
  ): Promise<{ rows: Row[]; total: number }> => {
    const assets = Prisma.sql`(SELECT *, ${columns[order.field]} AS value FROM project_assets)`
    const page = Prisma.sql`${behind(order, after)} ${ordered(order)} LIMIT ${take} OFFSET ${skip}`
    const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '')
    const source = isFiltered
      ? Prisma.sql`(
          SELECT * FROM ${assets} AS assets
          WHERE project_id = ${projectId}::uuid ${within(order, filter)} ${behind(order, after)}
          ${ordered(order)} LIMIT ${visitsBeforeSorting + 2 * skip})`
      : assets
    const rows = await db.$queryRaw<Row[]>`
      SELECT id, value FROM ${source} AS assets WHERE ${conditionOf(projectId, filter)} ${page}`
    const total = await count(projectId, filter)
    if (!isFiltered || rows.length === take || total <= skip + rows.length) return { rows, total }
    const sorted = await db.$queryRaw<Row[]>`
      SELECT id, value FROM (
        SELECT id, value FROM ${assets} AS assets WHERE ${conditionOf(projectId, filter)} OFFSET 0
      ) AS matches WHERE true ${page}`
    return { rows: sorted, total }
  }

  return {
    count,

    /** The ids of one page, with the values of its order, and the number of assets on all pages. */
    findPage: async (projectId: string, query: AssetQuery) => {
      const { page: number, size, cursor, sort, ...filter } = query
      const order = orderOf('assets', assetSorts, sort)
      const page = createPage(order, query)
      const { rows, total } = await find(projectId, filter, order, page)
      return page.answer(
        rows.map(({ id, value }) => ({ id, [order.field]: value })),
        total,
      )
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

    /** How many assets match each filter that has few values. */
    counts: async (projectId: string): Promise<AssetCounts> => {
      const types = await db.$queryRaw<TypeCounts[]>`
        SELECT content_type AS "contentType", count(*)::int AS total,
          count(*) FILTER (WHERE folder_id IS NULL)::int AS root,
          count(*) FILTER (WHERE alt = 'missing')::int AS missing,
          count(*) FILTER (WHERE alt = 'present')::int AS present,
          count(*) FILTER (WHERE unused)::int AS unused,
          count(*) FILTER (WHERE size_bytes >= ${largeBytes})::int AS large
        FROM project_assets WHERE project_id = ${projectId}::uuid
        GROUP BY content_type ORDER BY content_type`
      const [{ duplicates }] = await db.$queryRaw<[{ duplicates: number }]>`
        SELECT coalesce(sum(assets), 0)::int AS duplicates FROM asset_hashes
        WHERE project_id = ${projectId}::uuid AND assets > 1`
      const sumOf = (name: Exclude<keyof TypeCounts, 'contentType'>) =>
        types.reduce((sum, type) => sum + type[name], 0)
      const total = sumOf('total')
      const missing = sumOf('missing')
      const present = sumOf('present')
      return {
        total,
        root: sumOf('root'),
        alt: { missing, present, decorative: total - missing - present },
        unused: sumOf('unused'),
        duplicates,
        large: sumOf('large'),
        contentTypes: types.map(({ contentType, total: count }) => ({ contentType, count })),
      }
    },

    /** In the order of the hashes, each once. */
    findByHash: (projectId: string, hashes: readonly string[]): Promise<FoundAssets> =>
      db.$queryRaw<FoundAssets>`
        WITH sought AS MATERIALIZED (
          SELECT text, decode(text, 'hex') AS hash, place
          FROM unnest(${[...new Set(hashes)]}::text[]) WITH ORDINALITY AS given (text, place)
        )
        SELECT text AS sha256, coalesce((
          SELECT json_agg(json_build_object('id', id, 'folderId', folder_id, 'filename', filename))
          FROM (
            SELECT id, folder_id, filename FROM project_assets
            WHERE project_id = ${projectId}::uuid AND sha256 = hash
            ORDER BY created_at, id LIMIT ${maxFoundPerHash}
          ) AS known
        ), '[]') AS assets
        FROM sought ORDER BY place`,
  }
}

/** How many assets of a type there are, and how many of them match some filters. */
type TypeCounts = {
  contentType: string
  total: number
  root: number
  missing: number
  present: number
  unused: number
  large: number
}

const ordered = ({ direction }: AssetOrder): Prisma.Sql =>
  direction === 'desc' ? Prisma.sql`ORDER BY value DESC, id` : Prisma.sql`ORDER BY value, id`

/** The conditions on the column of the order, which the index of the order finds. */
function within({ field }: AssetOrder, filter: AssetFilter): Prisma.Sql {
  if (field === 'createdAt') return created(filter)
  return field === 'sizeBytes' ? large(filter) : Prisma.empty
}

/** The first condition lets the index find the position. */
function behind({ direction }: AssetOrder, after: Position | null): Prisma.Sql {
  if (after === null) return Prisma.empty
  const { value, id } = after
  return direction === 'asc'
    ? Prisma.sql`AND value >= ${value} AND (value > ${value} OR id > ${id}::uuid)`
    : Prisma.sql`AND value <= ${value} AND (value < ${value} OR id > ${id}::uuid)`
}

const without = (ids: readonly string[]): Prisma.Sql =>
  ids.length === 0 ? Prisma.empty : Prisma.sql`AND assets.id <> ALL(${[...ids]}::uuid[])`

/** The condition for rows of the view `project_assets` named `assets`. Comparisons that take longer come last. */
function conditionOf(projectId: string, filter: AssetFilter): Prisma.Sql {
  const { id, folderId, contentType, alt, unused, duplicates, tag, q } = filter
  const named = id ? Prisma.sql`AND id = ANY(${id}::uuid[])` : Prisma.empty
  const inFolder = folderId ? Prisma.sql`AND folder_id = ${folderId}::uuid` : Prisma.empty
  const placed = folderId === 'root' ? Prisma.sql`AND folder_id IS NULL` : inFolder
  const ofType = contentType ? Prisma.sql`AND content_type = ${contentType}` : Prisma.empty
  const ofAlt = alt ? Prisma.sql`AND alt = ${alt}` : Prisma.empty
  const ofUse = unused === undefined ? Prisma.empty : Prisma.sql`AND unused = ${unused}::boolean`
  const tagged = tag ? Prisma.sql`AND tags @> ${tag}::text[]` : Prisma.empty
  const pattern = `%${literally(q ?? '')}%`
  const worded = q ? Prisma.sql`AND search_text LIKE lower(${pattern})` : Prisma.empty
  const same = Prisma.sql`(SELECT FROM asset_hashes AS same
    WHERE (same.project_id, same.sha256) = (assets.project_id, assets.sha256) AND same.assets > 1)`
  const alike = duplicates ? Prisma.sql`AND EXISTS ${same}` : Prisma.sql`AND NOT EXISTS ${same}`
  const ofBytes = duplicates === undefined ? Prisma.empty : alike
  return Prisma.sql`assets.project_id = ${projectId}::uuid ${named} ${placed} ${ofType} ${ofAlt}
    ${ofUse} ${large(filter)} ${created(filter)} ${tagged} ${worded} ${ofBytes}`
}

const large = ({ minBytes }: AssetFilter): Prisma.Sql =>
  minBytes === undefined ? Prisma.empty : Prisma.sql`AND size_bytes >= ${minBytes}`

function created({ createdFrom, createdTo }: AssetFilter): Prisma.Sql {
  const since = createdFrom ? Prisma.sql`AND created_at >= ${moment(createdFrom)}` : Prisma.empty
  const until = createdTo ? Prisma.sql`AND created_at < ${moment(createdTo)}` : Prisma.empty
  return Prisma.sql`${since} ${until}`
}

const moment = (text: string): Date => parseTimestamp(text) ?? new Date(0)
