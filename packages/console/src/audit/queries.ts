import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
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

/** For the list of people. */
export const peopleQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['members', orgId, 'all'],
    queryFn: ({ signal }) => {
      const params = { path: { orgId }, query: { size: largestPage, sort: 'name,asc' as const } }
      return allOf('/api/organizations/{orgId}/members', { params, signal })
    },
  })

/** The path of the whole log under the same filters, as lines of JSON. */
export function exportPath(orgId: string, search: AuditSearch): string {
  const query = new URLSearchParams(filterOf(search))
  return `/api/organizations/${orgId}/audit-events/export?${query}`
}
