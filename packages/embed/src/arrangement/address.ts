/** The fragments of all widgets begin like this. Other fragments belong to the page, and are left alone. */
const ours = '#vitrine-'

const prefixOf = (slug: string): string => `${ours}${slug}/`

/** The first digit is encoded where the tag is a number: a bare number names a picture. */
const encoded = (tag: string): string =>
  encodeURIComponent(tag).replace(/^\d(?=\d*$)/, (digit) => `%3${digit}`)

/** The tag that the page's address names for this widget; empty for none. */
export function tagInAddress(slug: string, hash = location.hash): string {
  const prefix = prefixOf(slug)
  const rest = hash.startsWith(prefix) ? hash.slice(prefix.length) : ''
  if (/^\d*$/.test(rest)) return ''
  try {
    return decodeURIComponent(rest)
  } catch {
    return ''
  }
}

/** The fragment of a tag; empty for none. */
export const fragmentOf = (slug: string, tag: string): string =>
  tag === '' ? '' : `${prefixOf(slug)}${encoded(tag)}`

/** Writes the tag into the page's address, unless the address has a fragment of the page. */
export function setAddress(slug: string, tag: string): void {
  const { hash, pathname, search } = location
  if (hash !== '' && !hash.startsWith(ours)) return
  const fragment = fragmentOf(slug, tag)
  if (fragment === hash) return
  try {
    // The state is that of the page's router, which does not see the change.
    history.pushState(history.state, '', fragment || pathname + search)
  } catch {
    // A document without an address of its own, such as `srcdoc`.
  }
}
