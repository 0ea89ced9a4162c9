import { closest, distance } from 'fastest-levenshtein'

/** A name with a larger edit distance is not treated as a typo. */
const maxDistance = 2
/** No known name is longer. Computing the distance of a longer name would take too long. */
const longestName = 100

/**
 * The message for an unknown name. It suggests the closest known name, or all of them.
 *
 * @param kind "a property" or "a query parameter".
 */
export function unknownName(name: string, kind: string, known: readonly string[]): string {
  const meant = closestName(name, known)
  if (meant !== undefined) return `is not ${kind} here; did you mean ${meant}?`
  if (known.length === 0) return `is not ${kind} here; there is none`
  return `is not ${kind} here; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`
}

function closestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > longestName) return undefined
  const comparable = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const best = closest(comparable(name), known.map(comparable))
  const meant = known.find((one) => comparable(one) === best)
  const slips = distance(comparable(name), best)
  return slips <= maxDistance && slips < best.length / 2 ? meant : undefined
}
