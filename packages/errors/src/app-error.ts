import type { ErrorCode } from './codes.js'

/** One problem of a request: which field (`assetIds[3]`, `config.autoplaySpeed`) and why. */
export type ErrorDetail = { field: string; message: string }

type Options = {
  details?: readonly ErrorDetail[]
  /** For 429 and 503: when a retry makes sense. */
  retryAfterSeconds?: number
  /** The vendor's error: logged, never sent. */
  cause?: unknown
}

/**
 * An outcome that the caller is told about. The message is public: it says what is wrong, where,
 * and what would be right. Whatever is not an AppError is a bug and answered as one.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A request that is not valid: the message names every field and what is wrong with it. */
export function validationFailed(details: readonly ErrorDetail[]): AppError {
  const message = details.map(({ field, message }) => `${field} ${message}`).join('; ')
  return new AppError('VALIDATION_FAILED', message, { details })
}
