import { clientRequestId } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Author } from '../changes.js'

/** What an author's changes answer. */
export type Call = Pick<Author, 'requestId' | 'clientRequestId' | 'claim'>

export const callOf = (request: FastifyRequest): Call => ({
  requestId: request.id,
  clientRequestId: clientRequestId(request),
  claim: request.claim,
})
