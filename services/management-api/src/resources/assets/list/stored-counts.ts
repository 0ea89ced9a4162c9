import { type AssetFilter, largeBytes } from '../schemas.js'

type ActiveFilter = [name: keyof AssetFilter, value: never]

/** The filters that have a value. An empty `q` has none. */
export const activeFilters = (filter: AssetFilter): ActiveFilter[] =>
  Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '',
  ) as ActiveFilter[]

/** Filters with few values, or values that assets have one of. */
const facets = ['folderId', 'contentType', 'alt', 'unused'] as const
export type Facet = (typeof facets)[number]
const counted: readonly (keyof AssetFilter)[] = [...facets, 'tag', 'duplicates', 'minBytes']

/**
 * The name of the stored count of the matching assets, as in the table `filter_counts`: null for a
 * combination, and for a filter without such a count.
 */
export function storedCountOf(filter: AssetFilter): string | null {
  const [first, second] = activeFilters(filter)
  if (first === undefined || second !== undefined) return null
  const [name, value] = first
  const values: unknown[] = [value].flat()
  if (name === 'duplicates' && values[0] === false) return null
  if (name === 'minBytes' && values[0] !== largeBytes) return null
  return counted.includes(name) && values.length === 1 ? `${name}=${values[0]}` : null
}

/** Whether the filters have values of facets alone: their index is in the order of the creation. */
export const areFacets = (filter: AssetFilter): boolean =>
  activeFilters(filter).every(([name]) => facets.some((facet) => facet === name))

export const activeFacets = (filter: AssetFilter): Facet[] =>
  facets.filter((name) => filter[name] !== undefined)

/** The LIKE pattern of the stored counts of the matching combinations of facets. None of the values has a wildcard. */
export const facetsPattern = ({ folderId, contentType, alt, unused }: AssetFilter): string =>
  `facets=${[folderId, contentType, alt, unused].map((value) => value ?? '%').join('|')}`
