/**
 * The one source of chance in a world: the same seed gives the same numbers on every machine
 * (mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md).
 */
export function createRandom(seed: number) {
  // Spread: neighbouring seeds would otherwise begin alike.
  let state = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) ^ 0x9e3779b9

  /** Within [0, 1). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + next() * (max - min)
  /** A whole number within [min, max]. */
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))

  return {
    next,
    between,
    int,
    chance: (probability: number): boolean => next() < probability,
    /** Waiting time until the next of events that come independently, with this mean. */
    waitMs: (meanMs: number): number => -Math.log(1 - next()) * meanMs,
    /** @throws on an empty list. */
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const order = items.map((item) => ({ item, rank: next() }))
      return order.sort((left, right) => left.rank - right.rank).map(({ item }) => item)
    },
  }
}

export type Random = ReturnType<typeof createRandom>
