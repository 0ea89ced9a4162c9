import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
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

/** Open ones, of which an organization has 200 at most unless an operator allows more. */
export const invitationsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['invitations', orgId],
    queryFn: async ({ signal }): Promise<Invitation[]> => {
      const params = { path: { orgId }, query: { size: 500 } }
      const call = vitrine.GET('/api/organizations/{orgId}/invitations', { params, signal })
      return (await orThrow(call)).content
    },
  })
