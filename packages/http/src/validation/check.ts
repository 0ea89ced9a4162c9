import type { ErrorDetail } from '@vitrine/errors'
import type { TSchema } from 'typebox'
import { detailsOf } from './problems.js'
import { compileBody } from './validator.js'

/**
 * Checks values that are not part of a JSON body, such as the fields of an upload, by the same rules and
 * with the same messages. Like a body, the value may be changed: text is trimmed.
 */
export function createCheck(schema: TSchema): (value: object) => ErrorDetail[] {
  const validate = compileBody(schema)
  return (value) => (validate(value) ? [] : detailsOf(validate.errors ?? []))
}
