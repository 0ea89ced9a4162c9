import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'
import { vitrine } from '../server/client.ts'
import type { MembersSearch } from './search.ts'

export type Member = Schemas['Member']
export type Invitation = Schemas['Invitation']

export const pageSize = 50

export const membersQuery = (orgId: string, { q, page = 0 }: MembersSearch) =>
  queryOptions({
    queryKey: ['members', orgId, { q, page }],
    queryFn: ({ signal }) => {
      const query = { size: pageSize, page, sort: 'name,asc' as const, ...(q && { q }) }
      const params = { path: { orgId }, query }
      return orThrow(vitrine.GET('/api/organizations/{orgId}/members', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

/** Open ones. */
export const invitationsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['invitations', orgId],
    queryFn: ({ signal }): Promise<Invitation[]> => {
      const params = { path: { orgId }, query: { size: largestPage } }
      return allOf('/api/organizations/{orgId}/invitations', { params, signal })
    },
  })
