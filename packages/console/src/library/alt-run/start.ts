import type { Sort } from '../../server/picture-order.ts'
import { type AssetFilter, filterOf } from '../conditions.ts'
import type { AltRunSearch } from './search.ts'

/** Where a run begins. */
export type Start = { id: string; createdAt: string; number: number }

export const startOf = ({ at, since, n = 1 }: AltRunSearch): Start | null =>
  at === undefined || since === undefined ? null : { id: at, createdAt: since, number: n }

/** The order of a run is that of the library. */
export const sortOf = ({ sort = 'createdAt,desc' }: AltRunSearch): Sort => sort

/** The moment after a second of the API. */
const after = (createdAt: string): string =>
  new Date(Date.parse(`${createdAt.slice(0, 19)}Z`) + 1000).toISOString().slice(0, 19)

/**
 * The conditions of the pictures of a run, from its start on. In an order without times, a reload begins with those
 * that were skipped.
 */
export function runFilterOf(
  search: AltRunSearch,
  start: Start | null,
): AssetFilter & { createdFrom?: string; createdTo?: string } {
  const sort = sortOf(search)
  return {
    ...filterOf(search),
    alt: 'missing',
    ...(start !== null && sort === 'createdAt,asc' && { createdFrom: start.createdAt }),
    ...(start !== null && sort === 'createdAt,desc' && { createdTo: after(start.createdAt) }),
  }
}
