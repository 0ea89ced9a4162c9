import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@vitrine/contracts/errors'
import { namesStrongly, namesWeakly } from './entity-tags.js'
import { parseHttpDate } from './http-date.js'

/** The validators of a representation: a strong entity tag, and the date of its last change. */
type Validators = { etag: string; lastModified?: string }

/**
 * Evaluates the preconditions of a GET or HEAD that would otherwise succeed, in the order of RFC 9110,
 * 13.2.2: `not-modified` is 304, `failed` is 412.
 */
export function evaluatePreconditions(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): 'proceed' | 'not-modified' | 'failed' {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers

  const hasFailed =
    match === undefined
      ? hasChangedSince(headers['if-unmodified-since'], lastModified) === true
      : !namesStrongly(match, etag)
  if (hasFailed) return 'failed'

  const isNotModified =
    noneMatch === undefined
      ? hasChangedSince(headers['if-modified-since'], lastModified) === false
      : namesWeakly(noneMatch, etag)
  return isNotModified ? 'not-modified' : 'proceed'
}

/** @returns null if a date is missing or not valid: the condition is ignored then. */
function hasChangedSince(date: string | undefined, lastModified?: string): boolean | null {
  if (date === undefined || lastModified === undefined) return null
  const wanted = parseHttpDate(date)
  const actual = parseHttpDate(lastModified)
  return wanted === null || actual === null ? null : actual > wanted
}

export const preconditionFailed = () =>
  new AppError(
    'PRECONDITION_FAILED',
    'The preconditions of the request do not match the current representation.',
  )
