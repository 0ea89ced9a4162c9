type Keyed = { readonly key: string }

export const keysOf = (items: readonly Keyed[]): string[] => items.map(({ key }) => key)

/** The elements of one longest rising subsequence of distinct numbers. */
function longestRising(numbers: readonly number[]): Set<number> {
  /** By length: the place of the smallest number that ends a rising subsequence of that length. */
  const ends: number[] = []
  const before: number[] = []
  for (const [index, number] of numbers.entries()) {
    const length = lengthBelow(number, ends, numbers)
    before.push(ends[length - 1] ?? -1)
    ends[length] = index
  }
  const rising = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) rising.add(numbers[at] ?? -1)
  return rising
}

/** How many of the ends, which rise, are below a number. */
function lengthBelow(number: number, ends: readonly number[], numbers: readonly number[]): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The fewest keys whose move turns the order of the first list into that of the second; both have them. */
export function movedKeys(from: readonly string[], to: readonly string[]): Set<string> {
  const places = new Map(from.map((key, index) => [key, index]))
  const common = to.filter((key) => places.has(key))
  const rising = longestRising(common.map((key) => places.get(key) ?? -1))
  return new Set(common.filter((key) => !rising.has(places.get(key) ?? -1)))
}

/**
 * Takes the movers out of an order and puts each behind the key that it follows in the wanted order.
 * Movers that are not in the order yet are added.
 */
export function withMoved(
  order: readonly string[],
  wanted: readonly string[],
  movers: ReadonlySet<string>,
): string[] {
  const result = order.filter((key) => !movers.has(key))
  const present = new Set(result)
  let previous: string | null = null
  for (const key of wanted) {
    if (movers.has(key)) {
      result.splice(previous === null ? 0 : result.indexOf(previous) + 1, 0, key)
      present.add(key)
    }
    if (present.has(key)) previous = key
  }
  return result
}

/** Moves the chosen ones, in their order, so that the first of them is at `index` of the result. */
export function movedTo<One extends Keyed>(
  items: readonly One[],
  chosen: ReadonlySet<string>,
  index: number,
): One[] {
  const rest = items.filter(({ key }) => !chosen.has(key))
  const moving = items.filter(({ key }) => chosen.has(key))
  const at = Math.max(0, Math.min(rest.length, index))
  return [...rest.slice(0, at), ...moving, ...rest.slice(at)]
}

/** Moves the chosen ones before or after another. */
export function movedBeside<One extends Keyed>(
  items: readonly One[],
  chosen: ReadonlySet<string>,
  target: string,
  side: 'before' | 'after',
): One[] {
  const place = items.findIndex(({ key }) => key === target)
  const ahead = items.slice(0, place + (side === 'after' ? 1 : 0))
  return movedTo(items, chosen, ahead.filter(({ key }) => !chosen.has(key)).length)
}
