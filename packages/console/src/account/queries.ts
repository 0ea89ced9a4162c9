import { queryOptions } from '@tanstack/react-query'
import { orThrow, type Schemas } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

export type LiveSession = Schemas['LiveSession']
export type Token = Schemas['Token']

/** Of more sessions and tokens than these, the newest are shown. */
const size = 200

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }): Promise<LiveSession[]> => {
    const call = vitrine.GET('/api/auth/sessions', { params: { query: { size } }, signal })
    return (await orThrow(call)).content
  },
})

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: async ({ signal }): Promise<Token[]> => {
    const call = vitrine.GET('/api/auth/tokens', { params: { query: { size } }, signal })
    return (await orThrow(call)).content
  },
})
