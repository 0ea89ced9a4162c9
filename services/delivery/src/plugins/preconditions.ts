import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@vitrine/errors'
import { namesStrongly, namesWeakly } from './entity-tags.js'
import { parseHttpDate } from './http-date.js'

/** Of what a GET or HEAD would get: a strong tag, and when it was last changed, an HTTP date. */
export type Validators = { etag: string; lastModified?: string }

/**
 * Judges the conditions of a GET or HEAD that would succeed, in the order of RFC 9110, 13.2.2.
 *
 * @returns whether the client has what it would get: 304.
 * @throws AppError PRECONDITION_FAILED when it asked for something else than what is there.
 */
export function isNotModified(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const { etag, lastModified } = validators
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (!hasConditions(headers)) return false
  const hasChangedSince = (date: string | undefined): boolean | null => {
    const [wanted, actual] = [date, lastModified].map((text) => text && parseHttpDate(text))
    return typeof wanted === 'number' && typeof actual === 'number' ? actual > wanted : null
  }

  const isOther =
    match === undefined
      ? hasChangedSince(headers['if-unmodified-since']) === true
      : !namesStrongly(match, etag)
  if (isOther) throw new AppError('PRECONDITION_FAILED', 'This is not what the conditions name.')

  return noneMatch === undefined
    ? hasChangedSince(headers['if-modified-since']) === false
    : namesWeakly(noneMatch, etag)
}

/** Whether there is a condition that may refuse the request. */
export const mayRefuse = (headers: IncomingHttpHeaders): boolean =>
  headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined

/** Whether the answer depends on what the client has. */
export const hasConditions = (headers: IncomingHttpHeaders): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['if-modified-since'] !== undefined ||
  mayRefuse(headers)
