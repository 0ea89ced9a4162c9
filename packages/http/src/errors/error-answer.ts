import type { AppError, ErrorCode } from '@vitrine/errors'
import { LimitExceeded } from '../rate-limits/limit-exceeded.js'
import { entityTagOf } from '../semantics/entity-tags.js'
import { errorBody, statusOf } from './error-body.js'

/** Header fields that describe the requested representation. They are removed from errors. */
export const describing = [
  'content-length',
  'content-disposition',
  'etag',
  'last-modified',
  'accept-ranges',
] as const

/** The body and the header fields of an error. Caches must not store it. */
export function errorAnswer(error: AppError, request: { url: string; id: string }) {
  const { code, message, details, retryAfterSeconds, revision } = error
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(revision !== undefined && { etag: entityTagOf(revision) }),
    ...(error instanceof LimitExceeded && error.headers),
    ...(statusOf(code) === 401 && { 'www-authenticate': challenge(code) }),
  }
  return { headers, body: errorBody(code, message, request, details, revision) }
}

/** Descriptions of rejected tokens (RFC 6750, 3): ASCII without quotes. */
const tokenFaults: Partial<Record<ErrorCode, string>> = {
  TOKEN_EXPIRED: 'The access token has expired',
  TOKEN_INVALID: 'The access token is not valid',
  SESSION_ENDED: 'The session of the access token has ended',
}

/** A 401 names the accepted scheme (RFC 9110, 11.6.1). */
function challenge(code: ErrorCode): string {
  if (code === 'API_KEY_INVALID') return 'ApiKey realm="vitrine"'
  const fault = tokenFaults[code]
  if (fault === undefined) return 'Bearer realm="vitrine"'
  return `Bearer realm="vitrine", error="invalid_token", error_description="${fault}"`
}
