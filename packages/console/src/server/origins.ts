/**
 * The origin of a site, from the text that a person types or pastes: `museum.example/shop` is `https://museum.example`.
 * The service decides whether it is one.
 */
export function originOf(text: string): string {
  const typed = text.trim().toLowerCase()
  if (typed === '') return ''
  const hasScheme = /^[a-z]+:\/\//.test(typed)
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(typed)
  const complete = hasScheme ? typed : `${isLocal ? 'http' : 'https'}://${typed}`
  return complete.replace(/^([a-z]+:\/\/[^/?#]*).*$/, '$1')
}

/** Several, separated by spaces, commas or lines. */
export const originsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(originOf)
      .filter((origin) => origin !== ''),
  ),
]
