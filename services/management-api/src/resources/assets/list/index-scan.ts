import type { Queryable } from '@vitrine/database'
import type { AssetFilter, assetSorts } from '../schemas.js'
import { assetCountRepository } from './count-repository.js'
import { activeFilters, areFacets } from './stored-counts.js'

type SortField = keyof typeof assetSorts

/** Filters that limit a column by which a list may be ordered: a part of the index in this order has the matches. */
const ranges = {
  createdAt: ['createdFrom', 'createdTo'],
  sizeBytes: ['minBytes'],
  updatedAt: [],
  filename: [],
} as const satisfies Record<SortField, readonly (keyof AssetFilter)[]>

const rangesOf = (field: SortField, filter: AssetFilter): AssetFilter =>
  Object.fromEntries(ranges[field].map((name) => [name, filter[name]]))

const withoutRanges = (field: SortField, filter: AssetFilter): AssetFilter => ({
  ...filter,
  ...Object.fromEntries(ranges[field].map((name) => [name, undefined])),
})

/** Filters by the columns that the index in the order of the creation contains. */
const covered: readonly (keyof AssetFilter)[] = ['folderId', 'contentType', 'unused', 'minBytes']

/**
 * Whether an index has the matches in this order, or contains all that decides on a match: a million entries
 * take some 150 ms, without a look at the table.
 */
export function hasIndex(field: SortField, filter: AssetFilter): boolean {
  const active = activeFilters(withoutRanges(field, filter))
  if (active.length === 0) return true
  if (field !== 'createdAt') return false
  const isFacet = active.length === 1 && areFacets(withoutRanges(field, filter))
  return isFacet || active.every(([name]) => covered.includes(name))
}

export type IndexScan = {
  /** The conditions that the index decides. */
  inner: AssetFilter
  /** The others. */
  outer: AssetFilter
  /** Most rows that meet those of the index. */
  rows: number
}

/** The index in the order of the list that has the fewest rows. */
export async function chooseIndexScan(
  db: Queryable,
  projectId: string,
  field: SortField,
  filter: AssetFilter,
): Promise<IndexScan> {
  const inner = rangesOf(field, filter)
  const outer = withoutRanges(field, filter)
  const counts = assetCountRepository(db)
  const rarest = field === 'createdAt' ? await counts.rarestFacet(projectId, outer) : null
  if (rarest !== null) {
    const { name, total } = rarest
    return {
      inner: { ...inner, [name]: filter[name] },
      outer: { ...outer, [name]: undefined },
      rows: total,
    }
  }
  const rows = await counts.all(projectId)
  const { minBytes, ...others } = outer
  if (field !== 'createdAt' || minBytes === undefined) return { inner, outer, rows }
  // The index in the order of the creation contains the size, so small files are skipped without the table.
  return { inner: { ...inner, minBytes }, outer: others, rows }
}
