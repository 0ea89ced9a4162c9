import { STATUS_CODES } from 'node:http'
import type { ErrorCode, ErrorDetail } from '@vitrine/contracts/errors'
import { pathOf } from '../request/request-target.js'
import { formatTimestamp } from '../time.js'

const statusByCode = {
  VALIDATION_FAILED: 400,
  MALFORMED_BODY: 400,
  MALFORMED_REQUEST: 400,
  MALFORMED_URL: 400,
  INVALID_UPLOAD: 400,
  UNSUPPORTED_IMAGE: 400,
  IMAGE_TOO_LARGE: 400,
  IMAGE_TOO_COSTLY: 400,
  UNKNOWN_ASSETS: 400,
  UNKNOWN_FOLDER: 400,
  PASSWORD_WRONG: 400,
  COOKIE_MODE_NEEDS_HTTPS: 400,
  TOKEN_MISSING: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  SESSION_ENDED: 401,
  CREDENTIALS_INVALID: 401,
  REFRESH_TOKEN_INVALID: 401,
  API_KEY_INVALID: 401,
  FORBIDDEN: 403,
  QUOTA_EXCEEDED: 403,
  API_KEY_OF_OTHER_PROJECT: 403,
  API_KEY_READ_ONLY: 403,
  ORIGIN_NOT_ALLOWED: 403,
  TRANSFORMATION_REFUSED: 403,
  ORIGINAL_PRIVATE: 403,
  ROUTE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  ORGANIZATION_NOT_FOUND: 404,
  MEMBER_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  INVITATION_INVALID: 404,
  MAIL_TOKEN_INVALID: 404,
  PROJECT_NOT_FOUND: 404,
  FOLDER_NOT_FOUND: 404,
  ASSET_NOT_FOUND: 404,
  WIDGET_NOT_FOUND: 404,
  API_KEY_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  PRESET_NOT_FOUND: 404,
  SIGNING_KEY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  EMAIL_TAKEN: 409,
  ORGANIZATION_SLUG_TAKEN: 409,
  LAST_OWNER: 409,
  ALREADY_MEMBER: 409,
  PROJECT_SLUG_TAKEN: 409,
  FOLDER_NAME_TAKEN: 409,
  FOLDER_NOT_EMPTY: 409,
  WIDGET_SLUG_TAKEN: 409,
  ASSET_IN_USE: 409,
  REFERENCE_GONE: 409,
  COUNT_DIFFERS: 409,
  TOO_MANY_JOBS: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  SECRET_REVOKED: 409,
  PRECONDITION_FAILED: 412,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  ASSET_LOST: 502,
  DATABASE_UNAVAILABLE: 503,
  DATABASE_MISCONFIGURED: 503,
  STORE_UNAVAILABLE: 503,
  STORE_MISCONFIGURED: 503,
  OVERLOADED: 503,
  NOT_READY: 503,
  PROPAGATION_PENDING: 503,
} satisfies Record<ErrorCode, number>

export const statusOf = (code: ErrorCode): number => statusByCode[code]

export type ErrorBody = {
  status: number
  /** The reason phrase of the status. */
  error: string
  message: string
  /** The path of the request, without its query, which may contain an API key. */
  path: string
  timestamp: string
  code: ErrorCode
  requestId: string
  details?: readonly ErrorDetail[]
  /** See `AppError`. */
  revision?: number
}

export function errorBody(
  code: ErrorCode,
  message: string,
  request: { url: string; id: string },
  details?: readonly ErrorDetail[],
  revision?: number,
): ErrorBody {
  const status = statusOf(code)
  return {
    status,
    error: STATUS_CODES[status] ?? 'Error',
    message,
    path: pathOf(request.url),
    timestamp: formatTimestamp(new Date()),
    code,
    requestId: request.id,
    ...(details === undefined ? {} : { details }),
    ...(revision === undefined ? {} : { revision }),
  }
}
