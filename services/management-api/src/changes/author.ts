import type { Acknowledgement } from '@vitrine/coherence'
import { validationFailed } from '@vitrine/contracts/errors'
import type { Role, TokenScope } from '@vitrine/database'
import { clientRequestId, parseIfMatch } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { Claim } from './idempotency/claim.js'
import type { IfMatch } from './revision.js'
import { actorOf, type Bearer, bearerOf } from './rights/bearer.js'
import type { FirstLock, RequiredRights } from './rights/rights.js'

/** The author of a change, and the request that makes it. */
export type Author = {
  userId: string | null
  /** The limits of the author's personal access token; null without one. */
  tokenScope: TokenScope | null
  /** Set for changes that access data hidden from ordinary requests, such as passwords. */
  purpose?: 'account'
  organizationId: string | null
  projectId?: string
  /** Checked again in the transaction of the change; null for a call without a login. */
  rights: RequiredRights | null
  firstLock?: FirstLock
  /** The id that the service gave to the request. */
  requestId: string
  /** The X-Request-Id that the client has sent, if any. It is not trusted. */
  clientRequestId: string | null
  /**
   * Returns the claim of the Idempotency-Key, which exists once the body is read: the result is stored as the
   * answer to repeated calls. null for a change that stores none.
   */
  claim: (() => Claim | null) | null
  /** The strong entity tags of If-Match, or `*`. See `Change.matching`. */
  ifMatch?: IfMatch
  /** Receives how the change was acknowledged, if the public sees it. */
  onAcknowledged?: (timing: Timing) => void
}

/** `commitMs`: the time from the beginning of the transaction to its commit. */
export type Timing = Acknowledgement & { commitMs?: number }

/** The author, the tenant and the request: the first argument of every service call. */
export type Tenant = Author & {
  userId: string
  role: Role
  organizationId: string
  rights: { token: Bearer; role: Role }
}
export type ProjectTenant = Tenant & { projectId: string }

/** The owner of a token, outside any organization. */
export type Person = Author & { userId: string; organizationId: null; rights: RequiredRights }

/** The request that makes a change. */
export type Call = Pick<
  Author,
  'requestId' | 'clientRequestId' | 'claim' | 'ifMatch' | 'onAcknowledged'
>

/** Where a call came from, for the audit log of accounts. */
export type Origin = Pick<Call, 'requestId' | 'clientRequestId'> & {
  address: string
  /** Id of the personal access token that was sent, if any. */
  tokenId: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How the request's last change was acknowledged; null for none. */
    timing: Timing | null
  }
}

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
  claim: () => request.claim,
  ...ifMatchOf(request),
  onAcknowledged: (timing) => {
    request.timing = timing
  },
})

/** The caller, outside any organization. */
export const personOf = (request: FastifyRequest): Person => ({
  ...callOf(request),
  ...actorOf(request.user),
  organizationId: null,
  rights: { token: request.user, role: null },
})

/** The author of a call without a login, such as one whose authority is the token of a mail. */
export const strangerOf = ({ requestId, clientRequestId }: Origin) => ({
  userId: null,
  tokenScope: null,
  organizationId: null,
  rights: null,
  requestId,
  clientRequestId,
  claim: null,
})

export const locking = <Someone extends Author>(author: Someone, firstLock: FirstLock) => ({
  ...author,
  firstLock,
})

/** The author of all steps of a change but the last, whose answer is stored for repeated calls. */
export const precedingStep = <Someone extends Author>(author: Someone): Someone => ({
  ...author,
  claim: null,
})

/** The author of the next step of a change: the first one has checked If-Match. */
export function nextStep<Someone extends Author>({ ifMatch, ...author }: Someone) {
  return author
}

function ifMatchOf({ method, headers }: FastifyRequest): { ifMatch?: IfMatch } {
  const sent = headers['if-match']
  if (sent === undefined || !['PUT', 'DELETE'].includes(method)) return {}
  const ifMatch = parseIfMatch(sent)
  if (ifMatch !== null) return { ifMatch }
  const message = 'must be * or entity tags, such as "3"'
  throw validationFailed([{ field: 'If-Match', message }])
}
