import type { AssetFilter } from './conditions.ts'
import { countOf, type Selection } from './grid/selection.ts'

/** Pictures that one call may name, also as exceptions. */
export const mostIds = 500

/**
 * The pictures of a bulk change: some by id, or all that match a filter without the exceptions, of which there must
 * be so many.
 */
export type Target =
  | { kind: 'ids'; ids: string[] }
  | { kind: 'filter'; filter: AssetFilter; exceptIds: string[]; expectedCount: number }

/** @returns null with more exceptions than a call may name. */
export function targetOf(selection: Selection, filter: AssetFilter, total: number): Target | null {
  if (selection.kind === 'some') return { kind: 'ids', ids: [...selection.ids] }
  const exceptIds = [...selection.except]
  if (exceptIds.length > mostIds) return null
  return { kind: 'filter', filter, exceptIds, expectedCount: countOf(selection, total) }
}
