import { type AssetFilter, filterOf } from '../conditions.ts'
import type { AltRunSearch } from './search.ts'

/** Where a run begins. */
export type Start = { id: string; createdAt: string; number: number }

export const startOf = ({ at, since, n = 1 }: AltRunSearch): Start | null =>
  at === undefined || since === undefined ? null : { id: at, createdAt: since, number: n }

/** The conditions of the pictures of a run, from its start on. */
export const runFilterOf = (
  search: AltRunSearch,
  start: Start | null,
): AssetFilter & { createdFrom?: string } => ({
  ...filterOf(search),
  alt: 'missing',
  ...(start !== null && { createdFrom: start.createdAt }),
})
