import type { AppError, ErrorCode } from '@vitrine/errors'
import { errorBody, statusOf } from './error-body.js'

/** Header fields of what would have been the answer: an error is none of that. */
export const describing = [
  ...['content-length', 'content-disposition'],
  ...['etag', 'last-modified', 'accept-ranges'],
] as const

/** What is said of an error, besides what every answer says. No cache keeps it. */
export function errorAnswer(
  { code, message, details, retryAfterSeconds }: AppError,
  request: { url: string; id: string },
) {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(statusOf(code) === 401 && { 'www-authenticate': challenge(code) }),
  }
  return { headers, body: errorBody(code, message, request, details) }
}

/** RFC 9110 11.6.1: a 401 names the scheme that would be accepted. */
const challenge = (code: ErrorCode): string =>
  code === 'API_KEY_INVALID' ? 'ApiKey realm="vitrine"' : 'Bearer realm="vitrine"'
