import { clientRequestId } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Author } from '../changes/changes.js'
import type { Bearer } from './bearer.js'

/** The request that makes a change. */
export type Call = Pick<Author, 'requestId' | 'clientRequestId' | 'claim'>

/** Where a call came from, for the audit log of accounts. */
export type Origin = Omit<Call, 'claim'> & {
  address: string
  /** Id of the personal access token that was sent, if any. */
  tokenId: string | null
}

/** The owner of the verified token; null before it is verified, and for calls without one. */
export const bearerOf = (request: FastifyRequest): Bearer | null =>
  (request.user as Bearer | null | undefined) ?? null

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  clientRequestId: clientRequestId(request),
  address: request.ip,
  tokenId: bearerOf(request)?.personalToken?.scope.tokenId ?? null,
})

export const callOf = (request: FastifyRequest): Call => ({
  requestId: request.id,
  clientRequestId: clientRequestId(request),
  claim: request.claim,
})
