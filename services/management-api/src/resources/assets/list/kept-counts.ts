import type { AssetFilter } from '../schemas.js'

type Given = [name: keyof AssetFilter, value: never]

/** The filters that are given. An empty `q` is none. */
export const givenFilters = (filter: AssetFilter): Given[] =>
  Object.entries(filter).filter(([, value]) => value !== undefined && value !== '') as Given[]

const kept: readonly (keyof AssetFilter)[] = ['folderId', 'contentType', 'alt', 'unused', 'tag']

/**
 * The name of the kept count of the matching assets, as in the table `filter_counts`: null for a
 * combination, and for a filter without such a count.
 */
export function keptCountOf(filter: AssetFilter): string | null {
  const [first, second] = givenFilters(filter)
  if (first === undefined || second !== undefined) return null
  const [name, value] = first
  const values = [value].flat()
  return kept.includes(name) && values.length === 1 ? `${name}=${values[0]}` : null
}
