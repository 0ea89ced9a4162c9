import { countOf, idOf } from '../../server/search-values.ts'
import { type LibrarySearch, parseLibrarySearch } from '../search.ts'

/** The query of a run's address: the conditions and the order of the library, and the picture at which the run is. */
export type AltRunSearch = Omit<LibrarySearch, 'alt' | 'asset' | 'view'> & {
  at?: string | undefined
  /** When that picture was created: the run goes on from there, even if the picture is gone. */
  since?: string | undefined
  /** Its number in the run, from 1. */
  n?: number | undefined
}

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/

/** The conditions and the order, without what concerns the library page alone. */
export function conditionsOf(search: LibrarySearch): AltRunSearch {
  const { alt, asset, view, ...conditions } = search
  return conditions
}

export function parseAltRunSearch(search: Record<string, unknown>): AltRunSearch {
  const conditions = conditionsOf(parseLibrarySearch(search))
  const at = idOf(search.at)
  const n = countOf(search.n, Number.MAX_SAFE_INTEGER)
  const isPlace = at !== undefined && typeof search.since === 'string' && time.test(search.since)
  if (!isPlace) return conditions
  return {
    ...conditions,
    at,
    since: String(search.since),
    ...(n !== undefined && { n }),
  }
}
