/** `"x"` with its quotes, and whether it came as `W/"x"`. */
type EntityTag = { opaque: string; isWeak: boolean }

/** One element of a list and the comma after it, or an empty element (RFC 9110, 5.6.1 and 8.8.3). */
const element = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y

/**
 * Whether If-Match lists a tag or is `*`. The comparison is strong: a weak tag equals no other. A
 * malformed list names nothing.
 */
export const namesStrongly = (list: string, etag: string): boolean =>
  list === etag || names(list, ({ opaque, isWeak }) => !isWeak && opaque === etag)

/** The same for If-None-Match, whose comparison is weak: `W/` makes no difference. */
export const namesWeakly = (list: string, etag: string): boolean =>
  list === etag || names(list, ({ opaque }) => opaque === etag)

/** The strong entity tag of a revision: `"3"`. */
export const entityTagOf = (revision: number): string => `"${revision}"`

/**
 * The strong tags that If-Match lists, or `*`. Weak tags are left out, because none of them matches.
 *
 * @returns null if the list is malformed or empty.
 */
export function parseIfMatch(list: string): '*' | readonly string[] | null {
  if (list.trim() === '*') return '*'
  const tags = parse(list)
  if (tags === null || tags.length === 0) return null
  return tags.flatMap(({ opaque, isWeak }) => (isWeak ? [] : [opaque]))
}

function names(list: string, isSame: (tag: EntityTag) => boolean): boolean {
  return list === '*' || (parse(list)?.some(isSame) ?? false)
}

/** Parses in linear time: the sticky pattern continues where the last element ended. */
function parse(list: string): EntityTag[] | null {
  const tags: EntityTag[] = []
  element.lastIndex = 0
  while (element.lastIndex < list.length) {
    const match = element.exec(list)
    if (match === null) return null
    const [, weak, opaque] = match
    if (opaque !== undefined) tags.push({ opaque, isWeak: weak !== undefined })
  }
  return tags
}
