import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Sort } from '../../server/picture-order.ts'
import { queries } from '../../server/queries.ts'
import type { AssetFilter } from '../conditions.ts'
import { type Asset, assetsQuery, pageSize } from '../queries.ts'
import { partOfRange } from './selection.ts'

export type List = { projectId: string; filter: AssetFilter; sort: Sort }

/** How many pictures match. The first page says so, and the page in sight when it comes. */
export function useTotal(list: List) {
  const { data, error, isPending, isPlaceholderData } = useQuery(assetsQuery(list, 0))
  return { total: data?.totalElements ?? 0, error, isPending, isStale: isPlaceholderData }
}

/** The pictures of the cells in sight; undefined while their page is loaded. */
export function usePages(list: List, first: number, last: number) {
  const from = Math.max(0, Math.floor(first / pageSize))
  const to = Math.max(from, Math.floor(last / pageSize))
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const results = useQueries({ queries: pages.map((page) => assetsQuery(list, page)) })
  return (index: number): Asset | undefined => {
    const page = Math.floor(index / pageSize)
    return results[page - from]?.data?.content[index % pageSize]
  }
}

/** The ids of a range of cells, in the order of the list, loaded if they are not. */
export function useRange(list: List) {
  return useCallback(
    async (anchor: number, to: number): Promise<string[]> => {
      const [first, last] = partOfRange(anchor, to)
      const pages = []
      for (
        let page = Math.floor(first / pageSize);
        page <= Math.floor(last / pageSize);
        page += 1
      ) {
        pages.push(page)
      }
      const found = await Promise.all(
        pages.map((page) => queries.ensureQueryData(assetsQuery(list, page))),
      )
      const offset = (pages[0] ?? 0) * pageSize
      const ids = found.flatMap(({ content }) => content.map(({ id }) => id))
      return ids.slice(first - offset, last - offset + 1)
    },
    [list],
  )
}
