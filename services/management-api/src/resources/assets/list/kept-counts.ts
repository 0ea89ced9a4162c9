import { type AssetFilter, largeBytes } from '../schemas.js'

type Given = [name: keyof AssetFilter, value: never]

/** The filters that are given. An empty `q` is none. */
export const givenFilters = (filter: AssetFilter): Given[] =>
  Object.entries(filter).filter(([, value]) => value !== undefined && value !== '') as Given[]

/** Filters with few values, or values that assets have one of. */
const facets = ['folderId', 'contentType', 'alt', 'unused'] as const
export type Facet = (typeof facets)[number]
const kept: readonly (keyof AssetFilter)[] = [...facets, 'tag', 'duplicates', 'minBytes']

/**
 * The name of the kept count of the matching assets, as in the table `filter_counts`: null for a
 * combination, and for a filter without such a count.
 */
export function keptCountOf(filter: AssetFilter): string | null {
  const [first, second] = givenFilters(filter)
  if (first === undefined || second !== undefined) return null
  const [name, value] = first
  const values: unknown[] = [value].flat()
  if (name === 'duplicates' && values[0] === false) return null
  if (name === 'minBytes' && values[0] !== largeBytes) return null
  return kept.includes(name) && values.length === 1 ? `${name}=${values[0]}` : null
}

/** Whether the filters have values of facets alone: their index is in the order of the creation. */
export const areFacets = (filter: AssetFilter): boolean =>
  givenFilters(filter).every(([name]) => facets.some((facet) => facet === name))

export const givenFacets = (filter: AssetFilter): Facet[] =>
  facets.filter((name) => filter[name] !== undefined)

/** The LIKE pattern of the kept counts of the matching combinations of facets. None of the values has a wildcard. */
export const facetsPattern = ({ folderId, contentType, alt, unused }: AssetFilter): string =>
  `facets=${[folderId, contentType, alt, unused].map((value) => value ?? '%').join('|')}`
