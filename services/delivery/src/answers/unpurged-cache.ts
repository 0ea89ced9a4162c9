import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@vitrine/contracts/errors'
import { cacheInFront } from '@vitrine/http'

/** For so long a cache counts as in front after its last request. */
const rememberedMs = 3_600_000

type Deps = {
  log: { warn(fields: object, message: string): void }
  /** Never steps. */
  monotonicMs: () => number
}

/**
 * Finds out whether a cache stands in front that nobody purges, without `CDN_PURGE`. Only requests can tell: a cache that adds no
 * field of its own stays unknown.
 */
export function createUnpurgedCache({ log, monotonicMs }: Deps) {
  let seen: { field: string; atMs: number } | null = null

  return {
    /** Call it for each public request. The first one of a cache is logged. */
    note: (headers: IncomingHttpHeaders): void => {
      const field = cacheInFront(headers)
      if (field === null) return
      if (seen === null) {
        log.warn({ field }, 'a cache in front may keep pictures up to a year: set CDN_PURGE')
      }
      seen = { field, atMs: monotonicMs() }
    },
    /** @returns true. @throws AppError NOT_READY if a cache was in front in the last hour. */
    check: (): boolean => {
      if (seen === null || monotonicMs() - seen.atMs >= rememberedMs) return true
      throw new AppError(
        'NOT_READY',
        `A cache in front sends requests with ${seen.field} and may keep pictures up to a year, because CDN_PURGE is not set.`,
      )
    },
  }
}

export type UnpurgedCache = ReturnType<typeof createUnpurgedCache>
