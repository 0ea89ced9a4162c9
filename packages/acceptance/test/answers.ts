import type { Schemas } from '@vitrine/sdk'
import type { Test } from 'tap'

/** UTC to the second, as in all answers. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/** Asserts that a call was refused, with every field of an error. */
export function isError(
  t: Test,
  { error, response }: { error?: unknown; response: Response },
  status: number,
  path: string,
): void {
  t.equal(response.status, status)
  t.match(error, { status, error: /\w/, message: /\w/, timestamp, code: /^[A-Z_]+$/ })
  t.equal((error as Schemas['Error']).path, path)
}
