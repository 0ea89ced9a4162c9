import { AppError } from '@vitrine/contracts/errors'
import { entityTagOf } from '@vitrine/http'

/** The strong entity tags of If-Match, or `*`. */
export type IfMatch = '*' | readonly string[]

/**
 * Compares a resource with If-Match. One without a revision matches `*` alone.
 *
 * @throws AppError PRECONDITION_FAILED
 */
export function requireMatch<Row extends object>(resource: Row, ifMatch: IfMatch | undefined): Row {
  if (ifMatch === undefined || ifMatch === '*') return resource
  const revision = revisionOf(resource)
  if (revision !== null && ifMatch.includes(entityTagOf(revision))) return resource
  throw new AppError(
    'PRECONDITION_FAILED',
    revision === null
      ? 'This resource has no revision. Leave If-Match out.'
      : `The resource has changed: its revision is ${revision}. Get it again, and send If-Match: ${entityTagOf(revision)}.`,
    revision === null ? {} : { revision },
  )
}

/** null for anything but a resource with a revision. */
export function revisionOf(resource: unknown): number | null {
  const revision = (resource as { revision?: unknown } | null | undefined)?.revision
  return typeof revision === 'number' ? revision : null
}

/** PROPAGATION_PENDING with the revision that is committed. */
export function withRevisionOf(error: unknown, result: unknown): unknown {
  const revision = revisionOf(result)
  return error instanceof AppError && revision !== null ? error.withRevision(revision) : error
}
