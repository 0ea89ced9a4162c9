import { type View, views } from './view.ts'

const alts = ['missing', 'present', 'decorative'] as const
const sorts = [
  'createdAt,desc',
  'createdAt,asc',
  'filename,asc',
  'filename,desc',
  'sizeBytes,desc',
  'sizeBytes,asc',
  'updatedAt,desc',
] as const
export type Sort = (typeof sorts)[number]

/** What the address of the library says. All filters are there, so that a link shows the same pictures. */
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

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)
const text = (given: unknown): string | undefined =>
  (typeof given === 'string' || typeof given === 'number') && String(given).trim() !== ''
    ? String(given).slice(0, 200)
    : undefined
const idOf = (given: unknown): string | undefined =>
  typeof given === 'string' && id.test(given) ? given : undefined

/** Drops what no filter understands, so that an old or a mistyped link still opens. */
export function parseLibrarySearch(given: Record<string, unknown>): LibrarySearch {
  const bytes = Number(given.minBytes)
  const all = {
    q: text(given.q),
    folder: given.folder === 'root' ? 'root' : idOf(given.folder),
    alt: oneOf(alts, given.alt),
    unused: given.unused === true ? true : undefined,
    duplicates: given.duplicates === true ? true : undefined,
    minBytes: Number.isInteger(bytes) && bytes > 0 && bytes < 2 ** 31 ? bytes : undefined,
    tag: text(given.tag),
    sort: oneOf(sorts, given.sort),
    view: oneOf(views, given.view),
    asset: idOf(given.asset),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as LibrarySearch
}
