import type { ErrorCode } from './codes.js'

/** One problem of a request: the field (`assetIds[3]`, `config.autoplaySpeed`) and the reason. */
export type ErrorDetail = { field: string; message: string }

type Options = {
  details?: readonly ErrorDetail[]
  /** For 429 and 503: when a retry makes sense. */
  retryAfterSeconds?: number
  /** The current revision of a resource, or the one that a change has made. Sent as ETag, too. */
  revision?: number
  /** The vendor's error: logged, never sent. */
  cause?: unknown
}

/**
 * An error that is reported to the caller. The message is public: it states the problem, where it is, and
 * what would be valid. Any other error is a bug and is answered with INTERNAL.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly revision: number | undefined

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.revision = options.revision
  }

  withRevision(revision: number): AppError {
    const { code, message, details, retryAfterSeconds, cause } = this
    return new AppError(code, message, {
      ...(details && { details }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      revision,
      cause,
    })
  }
}

/**
 * The error for an invalid request. The message states the first problem, and how many more the details
 * list.
 */
export function validationFailed(
  details: readonly ErrorDetail[],
  code: ErrorCode = 'VALIDATION_FAILED',
): AppError {
  const [first, ...more] = details
  if (first === undefined) return new AppError(code, 'The request is not valid.')
  const sentence = `${first.field} ${first.message}`.replace(/([^.?])$/, '$1.')
  const rest = more.length === 1 ? '1 more problem is' : `${more.length} more problems are`
  const message = more.length === 0 ? sentence : `${sentence} ${rest} listed in details.`
  return new AppError(code, message, { details })
}
