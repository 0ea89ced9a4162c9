import { Prisma, type Queryable } from '@vitrine/database'
import { literally } from '../../../fields/search-text.js'
import type { AssetQuery } from '../schemas.js'

type Filters = Omit<AssetQuery, 'page' | 'size' | 'sort'>

const columns = {
  createdAt: Prisma.sql`created_at`,
  updatedAt: Prisma.sql`updated_at`,
  filename: Prisma.sql`filename`,
  sizeBytes: Prisma.sql`size_bytes`,
} as const

export const assetListRepository = (db: Queryable) => {
  const count = async (where: Prisma.Sql): Promise<number> => {
    const [row] = await db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS total FROM assets WHERE ${where}`
    return Number(row.total)
  }

  /** Maintained by triggers, since counting a million rows takes longer than reading a page of them. */
  const countAll = async (projectId: string): Promise<number> => {
    const known = await db.projectAssetCount.findUnique({
      where: { projectId },
      select: { total: true },
    })
    return known?.total ?? 0
  }

  return {
    /**
     * The ids of one page, and the number of assets on all pages. Only ids, so that previous entries are
     * skipped within an index without reading rows: 200,000 entries take some 15 ms.
     */
    findPage: async (projectId: string, { page, size, sort, ...filters }: AssetQuery) => {
      const where = matching(projectId, filters)
      const [rows, total] = await Promise.all([
        db.$queryRaw<{ id: string }[]>`
          SELECT id FROM assets WHERE ${where} ORDER BY ${order(sort)}
          LIMIT ${size} OFFSET ${page * size}`,
        Object.values(filters).some(Boolean) ? count(where) : countAll(projectId),
      ])
      return { ids: rows.map(({ id }) => id), total }
    },
  }
}

function matching(projectId: string, { q, tag, folderId, contentType }: Filters): Prisma.Sql {
  // One text, for a single comparison. The separators are line feeds, which `q` cannot contain.
  const shown = Prisma.sql`concat_ws(E'\n', filename, alt_text, array_to_string(tags, E'\n'))`
  const ofText = q ? Prisma.sql`AND ${shown} ILIKE ${`%${literally(q)}%`}` : Prisma.empty
  const tagged = tag
    ? Prisma.sql`AND id IN (SELECT vitrine_tagged_assets(${projectId}::uuid, ${tag}::text[]))`
    : Prisma.empty
  const inFolder = folderId ? Prisma.sql`AND folder_id = ${folderId}::uuid` : Prisma.empty
  const placed = folderId === 'root' ? Prisma.sql`AND folder_id IS NULL` : inFolder
  const ofType = contentType ? Prisma.sql`AND content_type = ${contentType}` : Prisma.empty
  return Prisma.sql`project_id = ${projectId}::uuid ${ofText} ${tagged} ${placed} ${ofType}`
}

/** Ascending by default. Assets with equal values are ordered by id. */
function order(sort: AssetQuery['sort']): Prisma.Sql {
  const [field, direction] = sort.split(',') as [keyof typeof columns, string | undefined]
  return Prisma.sql`${columns[field]} ${direction === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`}, id`
}
