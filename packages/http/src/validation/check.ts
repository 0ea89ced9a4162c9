import type { ErrorDetail } from '@vitrine/errors'
import type { TSchema } from 'typebox'
import { detailsOf } from './problems.js'
import { compileBody } from './validator.js'

/**
 * A check of values that come otherwise than as a JSON body, such as the parts of an upload, by
 * the same rules and in the same words. It changes the value as it would a body: it trims.
 */
export function createCheck(schema: TSchema): (value: object) => ErrorDetail[] {
  const validate = compileBody(schema)
  return (value) => (validate(value) ? [] : detailsOf(validate.errors ?? []))
}
