import { AppError, type ErrorCode } from '@vitrine/errors'
import type { FastifyBaseLogger } from 'fastify'
import { statusOf } from './error-body.js'

/** Fastify errors caused by the client. All others are bugs. */
const frameworkErrors = new Map<string, { code: ErrorCode; message: string }>(
  Object.entries({
    FST_ERR_CTP_INVALID_MEDIA_TYPE: {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'This media type is not accepted here; a JSON body needs application/json.',
    },
    FST_ERR_CTP_BODY_TOO_LARGE: {
      code: 'BODY_TOO_LARGE',
      message: 'The request body is too large.',
    },
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
      code: 'MALFORMED_BODY',
      message: 'The body is not as long as Content-Length says.',
    },
    FST_ERR_MAX_PARAM_LENGTH: {
      code: 'ROUTE_NOT_FOUND',
      message: 'There is nothing at this address.',
    },
    FST_ERR_BAD_URL: { code: 'MALFORMED_URL', message: 'The URL is not validly percent-encoded.' },
  }),
)

/**
 * Errors that the throwing code counts and logs itself, once for many requests. During a flood, a log line
 * per request would cost more than the answers.
 */
const loggedByOwners: ReadonlySet<ErrorCode> = new Set([
  'OVERLOADED',
  'ASSET_LOST',
  'STORE_MISCONFIGURED',
])

/** Converts any error to one that the client may see. */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const known = frameworkErrors.get(String((error as { code?: unknown } | null)?.code))
  if (known) return new AppError(known.code, known.message)
  return new AppError('INTERNAL', 'Internal error', { cause: error })
}

export function logError(error: AppError, log: () => FastifyBaseLogger): void {
  const { code, message, cause } = error
  if (code === 'INTERNAL') log().error({ err: cause ?? error }, 'unexpected error')
  else if (statusOf(code) >= 500 && !loggedByOwners.has(code)) {
    log().warn({ err: cause ?? error }, message)
  }
}
