import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errorCodes } from '@vitrine/contracts/errors'
import type { RouteOptions } from 'fastify'
import type { App } from '../app.js'
import { statusOf } from '../errors/error-body.js'
import { Timestamp } from '../schemas.js'
import { type JsonSchema, standardSchema } from './json-schema.js'

const text = { type: 'string' }

/** The body of every error. One schema: generators drop or rename those that differ by status. */
const ErrorSchema: JsonSchema = {
  title: 'Error',
  type: 'object',
  required: ['status', 'error', 'message', 'path', 'timestamp', 'code', 'requestId'],
  properties: {
    status: { type: 'integer', description: 'the HTTP status' },
    error: { type: 'string', description: 'the text of the status' },
    message: { type: 'string', description: 'what went wrong, for people' },
    path: { type: 'string', description: 'of the request, without its query' },
    timestamp: standardSchema(Timestamp as unknown as JsonSchema),
    code: {
      type: 'string',
      enum: [...errorCodes],
      description:
        'what went wrong, for programs. Each operation lists its codes, and the introduction says what each means',
    },
    requestId: { type: 'string', description: 'as in X-Request-Id' },
    details: {
      type: 'array',
      description: 'of a request that is not valid: each wrong field and the reason',
      items: {
        title: 'ErrorDetail',
        type: 'object',
        required: ['field', 'message'],
        properties: { field: text, message: text },
        additionalProperties: false,
      },
    },
    revision: {
      type: 'integer',
      description: 'of the resource: the current one, or the one that the change has made',
    },
  },
  additionalProperties: false,
}

/** The properties of a call that determine which errors of HTTP itself it may return. */
export type Facts = { method: string; hasInput: boolean; hasParams: boolean }

/** The codes of a call that its messages alone may cause. Those of scopes and routes are added to them. */
export function protocolErrors({ method, hasInput, hasParams }: Facts): ErrorCode[] {
  const isWrite = method !== 'GET' && method !== 'HEAD'
  return [
    // Rejected before any route sees them: messages that are no HTTP, and headers beyond Node's limit.
    'MALFORMED_REQUEST',
    'HEADERS_TOO_LARGE',
    'INTERNAL',
    ...(hasInput || isWrite ? (['VALIDATION_FAILED'] as const) : []),
    // A parameter that is too long matches no route.
    ...(hasParams ? (['MALFORMED_URL', 'ROUTE_NOT_FOUND'] as const) : []),
    ...(isWrite
      ? (['MALFORMED_BODY', 'REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      : []),
  ]
}

/**
 * Documents errors of all routes that are added to the scope afterwards. Call it where the errors are thrown, such as
 * beside the hook of a scope.
 */
export function documentErrors(
  scope: App,
  codes: readonly ErrorCode[] | ((route: RouteOptions) => readonly ErrorCode[]),
): void {
  scope.addHook('onRoute', (route) => {
    const added = typeof codes === 'function' ? codes(route) : codes
    const { openapi } = route.config ?? {}
    const errors = [...(openapi?.errors ?? []), ...added]
    route.config = { ...route.config, openapi: { ...openapi, errors } }
  })
}

/** The codes by their status, in ascending order of both: each once, in the order of the table of codes. */
export function codesByStatus(codes: readonly ErrorCode[]): Record<string, ErrorCode[]> {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const code of errorCodes) {
    const status = String(statusOf(code))
    if (codes.includes(code)) byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  return byStatus
}

/** Response objects of these errors, with their headers. */
export const errorResponses = (
  byStatus: Readonly<Record<string, readonly ErrorCode[]>>,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, errorResponse(status, codes)]),
  )

const retryAfter = { 'Retry-After': { type: 'integer', description: 'seconds to wait' } }
const entityTag = {
  ETag: { type: 'string', description: 'the revision of the resource, if the body names it' },
}
const headersOf: Record<string, Record<string, JsonSchema>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'the scheme that is wanted' } },
  429: {
    ...retryAfter,
    'RateLimit-Policy': {
      type: 'string',
      description: 'of a rate limit: its name, q per w seconds',
    },
    RateLimit: { type: 'string', description: 'of a rate limit: none left for t seconds' },
  },
  412: entityTag,
  503: { ...retryAfter, ...entityTag },
}

const errorResponse = (status: string, codes: readonly ErrorCode[]): JsonSchema => ({
  description: `${STATUS_CODES[status]}: ${codes.join(', ')}`,
  content: { 'application/json': { schema: ErrorSchema } },
  ...(headersOf[status] && { headers: headersOf[status] }),
})
