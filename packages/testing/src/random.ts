import { randomBytes } from 'node:crypto'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { skipN } from 'pure-rand/utils/skipN'

/** The first numbers of neighbouring seeds are alike; these are skipped. */
const skipped = 16

/** Random numbers from a seed: the same on every machine. */
export function createRandom(seed: number) {
  const generator = xoroshiro128plus(seed)
  skipN(generator, skipped)

  /** Within [0, 1). */
  const next = (): number => (generator.next() >>> 0) / 2 ** 32
  /** A whole number within [min, max]. */
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))

  return {
    next,
    int,
    between: (min: number, max: number): number => min + next() * (max - min),
    chance: (probability: number): boolean => next() < probability,
    /** Time until the next of independent events that come at this mean interval. */
    waitMs: (meanMs: number): number => -Math.log(1 - next()) * meanMs,
    /** @throws for an empty list. */
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const order = items.map((item) => ({ item, rank: next() }))
      return order.sort((left, right) => left.rank - right.rank).map(({ item }) => item)
    },
  }
}

export type Random = ReturnType<typeof createRandom>

/** `prefix-3f9a0c41`: unique, and a valid slug if the prefix is one. */
export function freshName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`
}

/** A unique address in a domain that cannot receive mail (RFC 2606). */
export function freshEmail(prefix = 'user'): string {
  return `${freshName(prefix)}@example.test`
}
