import { Prisma, type Queryable } from '@vitrine/database'
import { literally } from '../../../fields/search-text.js'
import type { AssetQuery } from '../schemas.js'

type Filters = Omit<AssetQuery, 'page' | 'size' | 'sort'>

const columns = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  filename: 'filename',
  sizeBytes: 'size_bytes',
} as const

export const assetListRepository = (db: Queryable) => {
  const count = async (where: Prisma.Sql): Promise<number> => {
    const [row] = await db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS total FROM assets WHERE ${where}`
    return Number(row.total)
  }

  /** Kept by triggers: to count a million rows takes longer than to read a page of them. */
  const countAll = async (projectId: string): Promise<number> => {
    const known = await db.projectAssetCount.findUnique({
      where: { projectId },
      select: { total: true },
    })
    return known?.total ?? 0
  }

  return {
    /**
     * The ids of one page, and how many there are on all. Ids alone: what comes before the page is
     * walked in an index, without a look at the rows; 200,000 entries take some 15 ms.
     */
    findPage: async (projectId: string, { page, size, sort, ...filters }: AssetQuery) => {
      const filtering = conditions(projectId, filters)
      const ofProject = Prisma.sql`project_id = ${projectId}::uuid`
      const where = Prisma.join([ofProject, ...filtering], ' AND ')
      const [rows, total] = await Promise.all([
        db.$queryRaw<{ id: string }[]>`
          SELECT id FROM assets WHERE ${where} ORDER BY ${order(sort)}
          LIMIT ${size} OFFSET ${page * size}`,
        filtering.length === 0 ? countAll(projectId) : count(where),
      ])
      return { ids: rows.map(({ id }) => id), total }
    },
  }
}

function conditions(projectId: string, { q, tag, folderId, contentType }: Filters): Prisma.Sql[] {
  const found: Prisma.Sql[] = []
  if (q) {
    // One text, so that one comparison will do. Line feeds keep its parts apart: `q` has none.
    const shown = Prisma.sql`concat_ws(E'\n', filename, alt_text, array_to_string(tags, E'\n'))`
    found.push(Prisma.sql`${shown} ILIKE ${`%${literally(q)}%`}`)
  }
  if (tag) {
    found.push(Prisma.sql`id IN (SELECT vitrine_tagged_assets(${projectId}::uuid, ${tag}::text[]))`)
  }
  if (folderId === 'root') found.push(Prisma.sql`folder_id IS NULL`)
  else if (folderId) found.push(Prisma.sql`folder_id = ${folderId}::uuid`)
  if (contentType) found.push(Prisma.sql`content_type = ${contentType}`)
  return found
}

/** Without a direction, ascending. Ties by id: there is one order only. */
function order(sort: AssetQuery['sort']): Prisma.Sql {
  const [field, direction] = sort.split(',') as [keyof typeof columns, string | undefined]
  return Prisma.raw(`${columns[field]} ${direction === 'desc' ? 'DESC' : 'ASC'}, id`)
}
