import { AppError, type ErrorCode, validationFailed } from '@vitrine/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answeredId } from '../request/request-id.js'
import { securityHeaders } from '../response/security-headers.js'
import { moreProblems } from '../validation/more-problems.js'
import { type CheckedPart, detailsOf } from '../validation/problems.js'
import { describing, errorAnswer } from './error-answer.js'
import { statusOf } from './error-body.js'

/** Errors of the framework that are the client's doing. The rest are bugs. */
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
 * The code that throws these counts and logs them itself, once for many requests: in a flood of them
 * a line for each would cost more than the answers.
 */
const loggedByOwners: ReadonlySet<ErrorCode> = new Set([
  'OVERLOADED',
  'ASSET_LOST',
  'STORE_MISCONFIGURED',
])

/** Any error, as one that the client may see. */
function publicError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  const known = frameworkErrors.get(error.code)
  if (known) return new AppError(known.code, known.message)
  return new AppError('INTERNAL', 'Internal error', { cause: error })
}

/** All that is wrong with the part of a request that its schema has refused. */
async function invalidRequest(error: FastifyError, request: FastifyRequest): Promise<AppError> {
  const part = error.validationContext as CheckedPart | undefined
  if (part === 'body' && request.body === undefined) {
    return new AppError('VALIDATION_FAILED', 'This call needs a JSON body, and none was sent.', {
      details: [{ field: 'body', message: 'is missing: this call needs a JSON object' }],
    })
  }
  const details = detailsOf(error.validation ?? [], part)
  return validationFailed(
    part === 'body' ? [...details, ...(await moreProblems(request))] : details,
  )
}

/** Answers every error of every route in the contract's shape, and logs what is our fault. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof AppError || error.validation === undefined) {
    answer(publicError(error), request, reply)
    return
  }
  invalidRequest(error, request)
    .catch(publicError)
    .then((known) => answer(known, request, reply))
}

/** The errors that requests were answered with. */
const answered = new WeakMap<FastifyRequest, AppError>()

/** For hooks that run after the answer. @returns undefined where the answer was no error. */
export const errorOf = (request: FastifyRequest): AppError | undefined => answered.get(request)

function answer(known: AppError, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(known.code)
  answered.set(request, known)
  if (known.code === 'INTERNAL') {
    request.log.error({ err: known.cause ?? known }, 'unexpected error')
  } else if (status >= 500 && !loggedByOwners.has(known.code)) {
    request.log.warn({ err: known.cause ?? known }, known.message)
  }

  const id = answeredId(request)
  for (const header of describing) reply.removeHeader(header)
  // A URL that could not be read never came by the hook that sets these.
  if (!reply.hasHeader('x-request-id')) {
    reply.header('x-request-id', id).headers({ ...securityHeaders, ...reply.getHeaders() })
  }
  const { headers, body } = errorAnswer(known, { url: request.url, id })
  void reply.code(status).headers(headers).serializer(JSON.stringify).send(body)
}
