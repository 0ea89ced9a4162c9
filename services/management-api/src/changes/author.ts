import { validationFailed } from '@vitrine/errors'
import { clientRequestId, parseIfMatch } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Author, Timing } from './changes.js'
import type { IfMatch } from './revision.js'
import type { Bearer } from './rights/bearer.js'

/** The request that makes a change. */
export type Call = Pick<
  Author,
  'requestId' | 'clientRequestId' | 'claim' | 'ifMatch' | 'onAcknowledged'
>

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the last acknowledged change that the request has made; null for none. */
    timing: Timing | null
  }
}

/** Where a call came from, for the audit log of accounts. */
export type Origin = Pick<Call, 'requestId' | 'clientRequestId'> & {
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

/** @throws AppError VALIDATION_FAILED for a malformed If-Match. */
export const callOf = (request: FastifyRequest): Call => ({
  requestId: request.id,
  clientRequestId: clientRequestId(request),
  claim: request.claim,
  ...ifMatchOf(request),
  onAcknowledged: (timing) => {
    request.timing = timing
  },
})

function ifMatchOf({ method, headers }: FastifyRequest): { ifMatch?: IfMatch } {
  const sent = headers['if-match']
  if (sent === undefined || !['PUT', 'DELETE'].includes(method)) return {}
  const ifMatch = parseIfMatch(sent)
  if (ifMatch !== null) return { ifMatch }
  const message = 'must be * or entity tags, such as "3"'
  throw validationFailed([{ field: 'If-Match', message }])
}
