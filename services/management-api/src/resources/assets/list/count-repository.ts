import type { Queryable } from '@vitrine/database'
import type { AssetFilter } from '../schemas.js'
import { filterCountRepository } from './filter-count-repository.js'
import { areFacets, type Facet, givenFacets, givenFilters, keptCountOf } from './kept-counts.js'

/** The numbers of assets that triggers keep. */
export const assetCountRepository = (db: Queryable) => {
  const kept = filterCountRepository(db)

  const all = async (projectId: string): Promise<number> => {
    const known = await db.projectAssetCount.findUnique({
      where: { projectId },
      select: { total: true },
    })
    return known?.total ?? 0
  }

  return {
    /** Of the project. */
    all,

    /** How many match all of the filters; null if that is not kept for this combination. */
    find: async (projectId: string, filter: AssetFilter): Promise<number | null> => {
      const name = keptCountOf(filter)
      if (name !== null) return kept.find(projectId, name)
      const [first, second] = givenFilters(filter)
      if (first === undefined) return all(projectId)
      if (areFacets(filter)) return kept.ofFacets(projectId, filter)
      if (filter.duplicates === false && second === undefined) {
        return (await all(projectId)) - (await kept.find(projectId, 'duplicates=true'))
      }
      return null
    },

    /** Of the given filters of this kind, the one that fewest assets match. */
    rarestFacet: async (projectId: string, filter: AssetFilter) => {
      let rarest: { name: Facet; total: number } | null = null
      for (const name of givenFacets(filter)) {
        const total = await kept.find(projectId, `${name}=${filter[name]}`)
        if (rarest === null || total < rarest.total) rarest = { name, total }
      }
      return rarest
    },
  }
}
