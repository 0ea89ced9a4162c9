import type { Queryable } from '@vitrine/database'
import type { AssetFilter } from '../schemas.js'
import { filterCountRepository } from './filter-count-repository.js'
import {
  activeFacets,
  activeFilters,
  areFacets,
  type Facet,
  storedCountOf,
} from './stored-counts.js'

/** The numbers of assets that triggers maintain. */
export const assetCountRepository = (db: Queryable) => {
  const stored = filterCountRepository(db)

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

    /** How many match all of the filters; null if no count is stored for this combination. */
    find: async (projectId: string, filter: AssetFilter): Promise<number | null> => {
      const name = storedCountOf(filter)
      if (name !== null) return stored.find(projectId, name)
      const [first, second] = activeFilters(filter)
      if (first === undefined) return all(projectId)
      if (areFacets(filter)) return stored.ofFacets(projectId, filter)
      if (filter.duplicates === false && second === undefined) {
        return (await all(projectId)) - (await stored.find(projectId, 'duplicates=true'))
      }
      return null
    },

    /** Of the active filters of this kind, the one that fewest assets match. */
    rarestFacet: async (projectId: string, filter: AssetFilter) => {
      let rarest: { name: Facet; total: number } | null = null
      for (const name of activeFacets(filter)) {
        const total = await stored.find(projectId, `${name}=${filter[name]}`)
        if (rarest === null || total < rarest.total) rarest = { name, total }
      }
      return rarest
    },
  }
}
