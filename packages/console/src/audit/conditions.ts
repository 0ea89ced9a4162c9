import type { AuditSearch } from './search.ts'

/** The moment at which a day of the reader begins. */
const startOf = (day: string, daysLater = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return `${new Date(year, month - 1, date + daysLater).toISOString().slice(0, 19)}Z`
}

/** The conditions of the API's list. */
export const filterOf = ({ actor, kind, action, from, to, thing, request }: AuditSearch) => ({
  ...(actor !== undefined && { actorId: actor }),
  ...(kind !== undefined && { resourceType: kind }),
  ...(action !== undefined && { action }),
  ...(from !== undefined && { from: startOf(from) }),
  ...(to !== undefined && { to: startOf(to, 1) }),
  ...(thing !== undefined && { resourceId: thing }),
  ...(request !== undefined && { requestId: request }),
})

export const isFiltered = (search: AuditSearch): boolean => Object.keys(filterOf(search)).length > 0
