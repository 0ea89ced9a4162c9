import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

export type Organization = Schemas['Organization']
export type Usage = Schemas['Usage']

export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['organization', orgId],
    queryFn: ({ signal }): Promise<Organization> => {
      const params = { path: { orgId } }
      return orThrow(vitrine.GET('/api/organizations/{orgId}', { params, signal }))
    },
  })

export const usageQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['usage', orgId],
    queryFn: ({ signal }): Promise<Usage> => {
      const params = { path: { orgId } }
      return orThrow(vitrine.GET('/api/organizations/{orgId}/usage', { params, signal }))
    },
  })
