import { type Sort, sorts } from '../server/picture-order.ts'
import { countOf, idOf, oneOf, present, textOf } from '../server/search-values.ts'
import { type View, views } from './view.ts'

const alts = ['missing', 'present', 'decorative'] as const
/** The query of the library's address. It has all filters, so that a link shows the same pictures. */
export type LibrarySearch = {
  q?: string | undefined
  /** A folder's id, or `root`. */
  folder?: string | undefined
  alt?: (typeof alts)[number] | undefined
  unused?: boolean | undefined
  duplicates?: boolean | undefined
  minBytes?: number | undefined
  tag?: string | undefined
  sort?: Sort | undefined
  /** The view of the last visit by default. */
  view?: View | undefined
  /** The picture whose details are open. */
  asset?: string | undefined
}

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export const parseLibrarySearch = (search: Record<string, unknown>): LibrarySearch =>
  present({
    q: textOf(search.q),
    folder: search.folder === 'root' ? 'root' : idOf(search.folder),
    alt: oneOf(alts, search.alt),
    unused: search.unused === true ? true : undefined,
    duplicates: search.duplicates === true ? true : undefined,
    minBytes: countOf(search.minBytes, 2 ** 31),
    tag: textOf(search.tag),
    sort: oneOf(sorts, search.sort),
    view: oneOf(views, search.view),
    asset: idOf(search.asset),
  })
