import { AppError, type ErrorCode, type ErrorDetail } from '@vitrine/errors'

/** The refusal of a request that is not valid: the message tells of the first problem. */
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
