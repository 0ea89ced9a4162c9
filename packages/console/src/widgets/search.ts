import { layouts } from '../publishing/layout-words.ts'
import { oneOf, present, textOf } from '../server/search-values.ts'

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

/** The query of the list's address. */
export type WidgetSearch = {
  q?: string
  status?: Status
  layout?: (typeof layouts)[number]
  sort?: Sort
}

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export const parseWidgetSearch = (search: Record<string, unknown>): WidgetSearch =>
  present({
    q: textOf(search.q),
    status: oneOf(statuses, search.status),
    layout: oneOf(layouts, search.layout),
    sort: oneOf(sorts, search.sort),
  })

export const isFiltered = ({ q, status, layout }: WidgetSearch): boolean =>
  q !== undefined || status !== undefined || layout !== undefined
