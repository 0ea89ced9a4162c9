import { STATUS_CODES } from 'node:http'
import { errorCodes } from '@vitrine/contracts/errors'
import { statusOf } from '../errors/error-body.js'
import { Timestamp } from '../schemas.js'
import { type JsonSchema, standardSchema } from './json-schema.js'

const text = { type: 'string' }

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
    code: { type: 'string', enum: [...errorCodes], description: 'what went wrong, for programs' },
    requestId: { type: 'string', description: 'as in X-Request-Id' },
    details: {
      type: 'array',
      description: 'of a request that is not valid: each wrong field and the reason',
      items: {
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

/** The properties of a call that determine its possible errors. */
export type Facts = {
  method: string
  hasInput: boolean
  hasParams: boolean
  isSecured: boolean
  /** Whether it only reports on the process. */
  isHealth: boolean
}

/** The statuses of all errors that such a call may return, in ascending order. */
export function errorStatuses({ method, hasInput, hasParams, isSecured, isHealth }: Facts) {
  if (isHealth) return [429, 431, 500, 503]
  const isWrite = method !== 'GET' && method !== 'HEAD'
  return [
    ...(hasInput || isWrite ? [400] : []),
    // A public call with a body may take credentials.
    ...(isSecured || isWrite ? [401] : []),
    ...(isSecured && hasParams ? [403] : []),
    ...(hasParams ? [404] : []),
    ...(isWrite ? [408, 409, 413, 415] : []),
    429,
    // Node answers an address or headers beyond its limit, before any route sees them.
    431,
    500,
    503,
  ]
}

/** Response objects of these errors, with their codes and headers. */
export function errorResponses(statuses: readonly number[]): Record<string, JsonSchema> {
  return Object.fromEntries(statuses.map((status) => [status, errorResponse(status)]))
}

const retryAfter = { 'Retry-After': { type: 'integer', description: 'seconds to wait' } }
const entityTag = {
  ETag: { type: 'string', description: 'the revision of the resource, if the body names it' },
}
const headersOf: Record<number, Record<string, JsonSchema>> = {
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

/** `BadRequestError` with the codes of 400, and so on. */
const errorOfStatus = (status: number, codes: readonly string[]): JsonSchema => ({
  title: `${STATUS_CODES[status]?.replaceAll(/[^A-Za-z]|Error$/g, '')}Error`,
  allOf: [
    ErrorSchema,
    {
      required: ['status', 'code'],
      properties: {
        status: { type: 'integer', const: status },
        code: { type: 'string', enum: codes },
      },
    },
  ],
})

function errorResponse(status: number): JsonSchema {
  const codes = errorCodes.filter((code) => statusOf(code) === status)
  return {
    description: `${STATUS_CODES[status]}: ${codes.join(', ')}`,
    content: { 'application/json': { schema: errorOfStatus(status, codes) } },
    ...(headersOf[status] && { headers: headersOf[status] }),
  }
}
