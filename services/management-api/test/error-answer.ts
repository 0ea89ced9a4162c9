import type { ErrorCode } from '@vitrine/contracts/errors'
import type { LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'

const always = ['code', 'error', 'message', 'path', 'requestId', 'status', 'timestamp']

/** Asserts the contract's error body, and that `details` names exactly the given fields, if any. */
export function isError(
  t: Test,
  response: LightMyRequestResponse,
  status: number,
  code: ErrorCode,
  options: { fields?: readonly string[]; what?: string } = {},
): void {
  const { fields, what = `${status} ${code}` } = options
  const { statusCode, headers } = response
  const { details, revision, ...body } = response.json()
  const named = (details as { field: string }[] | undefined)?.map(({ field }) => field)
  t.match(
    { statusCode, headers, body },
    {
      statusCode: status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': body.requestId,
      },
      body: {
        status,
        code,
        error: /^[A-Z]/,
        message: /\w/,
        path: /^\//,
        timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      },
    },
    what,
  )
  t.same(Object.keys(body).sort(), always, `${what}: no other fields`)
  if (fields !== undefined) t.same(named?.sort(), [...fields].sort(), `${what}: names its fields`)
}
