import { layouts } from '../publishing/layout-words.ts'

const statuses = ['PUBLISHED', 'DRAFT'] as const
const sorts = [
  'updatedAt,desc',
  'createdAt,desc',
  'createdAt,asc',
  'name,asc',
  'name,desc',
] as const

export type Status = (typeof statuses)[number]
export type Sort = (typeof sorts)[number]

/** What the address of the list says. */
export type WidgetSearch = {
  q?: string
  status?: Status
  layout?: (typeof layouts)[number]
  sort?: Sort
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)
const text = (given: unknown): string | undefined =>
  (typeof given === 'string' || typeof given === 'number') && String(given).trim() !== ''
    ? String(given).slice(0, 200)
    : undefined

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export function parseWidgetSearch(given: Record<string, unknown>): WidgetSearch {
  const all = {
    q: text(given.q),
    status: oneOf(statuses, given.status),
    layout: oneOf(layouts, given.layout),
    sort: oneOf(sorts, given.sort),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as WidgetSearch
}

export const isFiltered = ({ q, status, layout }: WidgetSearch): boolean =>
  q !== undefined || status !== undefined || layout !== undefined
