import { AppError, validationFailed } from '@vitrine/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answeredId } from '../request/request-id.js'
import { securityHeaders } from '../response/security-headers.js'
import { moreProblems } from '../validation/more-problems.js'
import { type CheckedPart, detailsOf } from '../validation/problems.js'
import { describing, errorAnswer } from './error-answer.js'
import { statusOf } from './error-body.js'
import { logError, publicError } from './public-error.js'

/** All problems of the part of a request that failed validation. */
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
    .then((known) => answer(known, request, reply))
}

/** The client closed the connection within the body. No client reads the answer, and the service has no fault. */
const isCutOff = ({ code }: { code: string }, { raw }: FastifyRequest): boolean =>
  code === 'ECONNRESET' && raw.destroyed && !raw.complete

const cutOff = () =>
  new AppError('MALFORMED_BODY', 'The connection was closed before the body was complete.')

const answered = new WeakMap<FastifyRequest, AppError>()

/** For hooks that run after the answer. @returns undefined if the request succeeded. */
export const errorOf = (request: FastifyRequest): AppError | undefined => answered.get(request)

function answer(known: AppError, request: FastifyRequest, reply: FastifyReply): void {
  answered.set(request, known)
  logError(known, () => request.log)

  const id = answeredId(request)
  for (const header of describing) reply.removeHeader(header)
  // If the URL could not be decoded, the hook that sets these did not run.
  if (!reply.hasHeader('x-request-id')) {
    reply.header('x-request-id', id).headers({ ...securityHeaders, ...reply.getHeaders() })
  }
  const { headers, body } = errorAnswer(known, { url: request.url, id })
  void reply.code(statusOf(known.code)).headers(headers).serializer(JSON.stringify).send(body)
}
