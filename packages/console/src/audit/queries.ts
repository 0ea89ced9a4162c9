import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { filterOf } from './conditions.ts'
import type { AuditSearch } from './search.ts'

export type AuditEvent = Schemas['AuditEvent']

export const pageSize = 50

export const auditQuery = (orgId: string, search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', orgId, search],
    queryFn: ({ signal }) => {
      const query = { ...filterOf(search), size: pageSize, page: search.page ?? 0 }
      const params = { path: { orgId }, query }
      return orThrow(vitrine.GET('/api/organizations/{orgId}/audit-events', { params, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** For the list of people: the first 500 by name. */
export const peopleQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId, 'all'],
    queryFn: async ({ signal }) => {
      const params = { path: { orgId }, query: { size: 500, sort: 'name,asc' as const } }
      const call = vitrine.GET('/api/organizations/{orgId}/members', { params, signal })
      return (await orThrow(call)).content
    },
  })

/** The path of the whole log under the same filters, as lines of JSON. */
export function exportPath(orgId: string, search: AuditSearch): string {
  const query = new URLSearchParams(filterOf(search))
  return `/api/organizations/${orgId}/audit-events/export?${query}`
}
