import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  validationFailed,
} from '@vitrine/contracts/errors'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LimitExceeded } from '../rate-limits/limit-exceeded.js'
import { answeredId } from '../request/request-id.js'
import { entityTagOf } from '../semantics/entity-tags.js'
import { type CheckedPart, detailsOf } from '../validation/problems.js'
import { type ErrorBody, errorBody, statusOf } from './error-body.js'

/** An error rendered in a media type other than JSON. */
export type ErrorPage = { headers: Readonly<Record<string, string>>; body: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Finds further problems in a body that the schema has rejected, so that one answer lists all of them.
     * The body may have any shape.
     */
    moreProblems?: (
      request: FastifyRequest,
    ) => readonly ErrorDetail[] | Promise<readonly ErrorDetail[]>
    /** Renders the errors of the route; null selects JSON. */
    errorPage?: (error: ErrorBody, request: FastifyRequest) => ErrorPage | null
  }
}

/** All problems of the part of a request that failed validation. */
async function invalidRequest(error: FastifyError, request: FastifyRequest): Promise<AppError> {
  const part = error.validationContext as CheckedPart | undefined
  if (part === 'body' && request.body === undefined) {
    return new AppError('VALIDATION_FAILED', 'This call needs a JSON body, and none was sent.', {
      details: [{ field: 'body', message: 'is missing: this call needs a JSON object' }],
    })
  }
  const details = detailsOf(error.validation ?? [], part)
  if (part !== 'body') return validationFailed(details)
  const more = await request.routeOptions.config.moreProblems?.(request)
  return validationFailed([...details, ...(more ?? [])])
}

/** Answers every error of a route with the error body of the API, and logs server errors. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof AppError || error.validation === undefined) {
    answer(isCutOff(error, request) ? cutOff() : publicError(error), request, reply)
    return
  }
  invalidRequest(error, request)
    .catch(publicError)
    .then((publicError) => answer(publicError, request, reply))
}

/** The client closed the connection within the body. No client reads the answer, and the service has no fault. */
const isCutOff = ({ code }: { code: string }, { raw }: FastifyRequest): boolean =>
  code === 'ECONNRESET' && raw.destroyed && !raw.complete

const cutOff = () =>
  new AppError('MALFORMED_BODY', 'The connection was closed before the body was complete.')

const answered = new WeakMap<FastifyRequest, AppError>()

/** For hooks that run after the answer. @returns undefined if the request succeeded. */
export const errorOf = (request: FastifyRequest): AppError | undefined => answered.get(request)

/** Header fields that describe the requested representation. They are removed from errors. */
const describing = [
  'content-length',
  'content-disposition',
  'etag',
  'last-modified',
  'accept-ranges',
] as const

function answer(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  answered.set(request, error)
  logError(error, request.log)

  const id = answeredId(request)
  for (const header of describing) reply.removeHeader(header)
  // If the URL could not be decoded, no hook sets it.
  reply.header('x-request-id', id)
  const { code, message, details, revision } = error
  const body = errorBody(code, message, { url: request.url, id }, details, revision)
  reply.code(body.status).headers(headersOf(error))
  const page = pageOf(body, request)
  if (page === null) void reply.serializer(JSON.stringify).send(body)
  else void reply.headers(page.headers).send(page.body)
}

/** A page that cannot be rendered must not replace the error by its own, whose message would be shown. */
function pageOf(body: ErrorBody, request: FastifyRequest): ErrorPage | null {
  try {
    return request.routeOptions.config.errorPage?.(body, request) ?? null
  } catch (err) {
    request.log.error({ err }, 'the page of an error could not be rendered')
    return null
  }
}

/** Caches must not store an error. */
function headersOf(error: AppError): Record<string, string> {
  const { code, retryAfterSeconds, revision } = error
  return {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(revision !== undefined && { etag: entityTagOf(revision) }),
    ...(error instanceof LimitExceeded && error.headers),
    ...(statusOf(code) === 401 && { 'www-authenticate': challenge(code) }),
  }
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
function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const refusal = frameworkErrors.get(String((error as { code?: unknown } | null)?.code))
  if (refusal) return new AppError(refusal.code, refusal.message)
  return new AppError('INTERNAL', 'Internal error', { cause: error })
}

function logError(error: AppError, log: FastifyBaseLogger): void {
  const { code, message, cause } = error
  if (code === 'INTERNAL') log.error({ err: cause ?? error }, 'unexpected error')
  else if (statusOf(code) >= 500 && !loggedByOwners.has(code)) {
    log.warn({ err: cause ?? error }, message)
  }
}
