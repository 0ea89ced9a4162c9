import type { ErrorCode } from '@vitrine/contracts/errors'

/* For the OpenAPI document: the errors that several operations have. */

/** Every call may have these errors, because nothing is served without a lease, which needs Postgres. */
export const unavailable = [
  'DATABASE_UNAVAILABLE',
  'DATABASE_MISCONFIGURED',
] as const satisfies readonly ErrorCode[]

/** The errors of calls that identify an API key. */
export const keyErrors = [
  'API_KEY_INVALID',
  'ORIGIN_NOT_ALLOWED',
  ...unavailable,
] as const satisfies readonly ErrorCode[]

/** The errors of calls that show a published widget. */
export const widgetErrors = [
  ...keyErrors,
  'API_KEY_OF_OTHER_PROJECT',
  'WIDGET_NOT_FOUND',
] as const satisfies readonly ErrorCode[]
