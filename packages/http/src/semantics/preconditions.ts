import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@vitrine/errors'
import { namesStrongly, namesWeakly } from './entity-tags.js'
import { parseHttpDate } from './http-date.js'

/** The validators of a representation: a strong entity tag, and the date of its last change. */
export type Validators = { etag: string; lastModified?: string }

/**
 * Evaluates the preconditions of a GET or HEAD that would otherwise succeed, in the order of RFC 9110,
 * 13.2.2: `not-modified` is 304, `failed` is 412.
 */
export function evaluatePreconditions(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): 'proceed' | 'not-modified' | 'failed' {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (!hasPreconditions(headers)) return 'proceed'
  /** null: a date is missing or not valid, so the condition is ignored. */
  const hasChangedSince = (date: string | undefined): boolean | null => {
    const [wanted, actual] = [date, lastModified].map((text) => text && parseHttpDate(text))
    return typeof wanted === 'number' && typeof actual === 'number' ? actual > wanted : null
  }

  const hasFailed =
    match === undefined
      ? hasChangedSince(headers['if-unmodified-since']) === true
      : !namesStrongly(match, etag)
  if (hasFailed) return 'failed'

  const isNotModified =
    noneMatch === undefined
      ? hasChangedSince(headers['if-modified-since']) === false
      : namesWeakly(noneMatch, etag)
  return isNotModified ? 'not-modified' : 'proceed'
}

export const preconditionFailed = () =>
  new AppError(
    'PRECONDITION_FAILED',
    'The preconditions of the request do not match the current representation.',
  )

const hasPreconditions = (headers: IncomingHttpHeaders): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['if-modified-since'] !== undefined ||
  headers['if-match'] !== undefined ||
  headers['if-unmodified-since'] !== undefined
