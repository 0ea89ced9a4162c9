import type { Queryable } from '@vitrine/database'
import { type AssetCounts, type AssetFilter, largeBytes } from '../schemas.js'
import { facetsPattern } from './stored-counts.js'

/** A folder's or tag's count is found by `find` alone: a project may have many. */
const shownFilters = [
  ...['folderId=root', 'contentType=%', 'alt=%', 'unused=%', 'duplicates=true'],
  `minBytes=${largeBytes}`,
]

/** Counts that triggers maintain, since counting a million rows takes longer than reading a page of them. */
export const filterCountRepository = (db: Queryable) => ({
  /** How many rows of the project match one filter, such as `alt=missing`. */
  find: async (projectId: string, filter: string): Promise<number> => {
    const { _sum } = await db.filterCount.aggregate({
      where: { projectId, filter },
      _sum: { total: true },
    })
    return _sum.total ?? 0
  },

  /** How many assets match several of the filters by folder, type, alternative text and use. */
  ofFacets: async (projectId: string, filter: AssetFilter): Promise<number> => {
    const [row] = await db.$queryRaw<[{ total: number }]>`
      SELECT coalesce(sum(total), 0)::int AS total FROM filter_counts
      WHERE project_id = ${projectId}::uuid AND filter LIKE ${facetsPattern(filter)}`
    return row.total
  },

  /** How many assets match each filter that has few values. */
  ofAssets: async (projectId: string): Promise<AssetCounts> => {
    const rows = await db.$queryRaw<{ name: string; value: string; count: number }[]>`
      SELECT split_part(filter, '=', 1) AS name, split_part(filter, '=', 2) AS value,
        sum(total)::int AS count
      FROM filter_counts
      WHERE project_id = ${projectId}::uuid AND filter LIKE ANY(${shownFilters}::text[])
      GROUP BY filter ORDER BY filter`
    const countOf = (name: string, value: string) =>
      rows.find((row) => row.name === name && row.value === value)?.count ?? 0
    const types = rows.filter(({ name, count }) => name === 'contentType' && count > 0)
    return {
      total: countOf('unused', 'true') + countOf('unused', 'false'),
      root: countOf('folderId', 'root'),
      alt: {
        missing: countOf('alt', 'missing'),
        present: countOf('alt', 'present'),
        decorative: countOf('alt', 'decorative'),
      },
      unused: countOf('unused', 'true'),
      duplicates: countOf('duplicates', 'true'),
      large: countOf('minBytes', String(largeBytes)),
      contentTypes: types.map(({ value, count }) => ({ contentType: value, count })),
    }
  },
})
