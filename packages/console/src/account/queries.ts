import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '@vitrine/sdk'
import { allOf, largestPage } from '../server/all-of.ts'

export type LiveSession = Schemas['LiveSession']
export type Token = Schemas['Token']

const query = { size: largestPage }

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }): Promise<LiveSession[]> =>
    allOf('/api/auth/sessions', { params: { query }, signal }),
})

export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }): Promise<Token[]> =>
    allOf('/api/auth/tokens', { params: { query }, signal }),
})
