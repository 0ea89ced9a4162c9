import type { ErrorDetail } from '@vitrine/errors'
import type { TSchema } from '@vitrine/typebox'
import { detailsOf } from './problems.js'
import { compileBody } from './validator.js'

/**
 * Checks values outside of JSON bodies, such as the fields of an upload, with the same rules and messages.
 * As with a body, the value may be modified: text is trimmed.
 */
export function createCheck(schema: TSchema): (value: object) => ErrorDetail[] {
  const validate = compileBody(schema)
  return (value) => (validate(value) ? [] : detailsOf(validate.errors ?? []))
}
