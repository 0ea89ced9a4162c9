import { clientRequestId } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Author } from '../changes.js'

/** What an author's changes answer. */
export type Call = Pick<Author, 'requestId' | 'clientRequestId' | 'claim'>

/** Where a call came from, for the events of accounts. */
export type Origin = Omit<Call, 'claim'> & { address: string }

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  clientRequestId: clientRequestId(request),
  address: request.ip,
})

export const callOf = (request: FastifyRequest): Call => ({
  requestId: request.id,
  clientRequestId: clientRequestId(request),
  claim: request.claim,
})
