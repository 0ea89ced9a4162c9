import { median } from './statistics.js'

/** An estimate, and the interval that contains the true value with 95 % confidence. */
export type Estimate = { value: number; low: number; high: number }

const resamples = 4000

/** Whole numbers below `most`. */
export type Random = (most: number) => number

/** Mulberry32. A fixed seed gives a run with the same figures the same interval. */
export function createRandom(seed: number): Random {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

/** In random order: Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    ;[result[last], result[other]] = [result[other] as Item, result[last] as Item]
  }
  return result
}

/**
 * The median of the ratios of pairs that were measured right after each other, with a bootstrap interval: the
 * percentiles 2.5 and 97.5 of the medians of samples that are drawn from the pairs with replacement.
 */
export function estimateRatio(
  pairs: readonly (readonly [ours: number, theirs: number])[],
  random: Random,
): Estimate {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs)
  const draw = () => ratios[random(ratios.length)] ?? Number.NaN
  const medians = Array.from({ length: resamples }, () => middle(ratios.map(draw)))
  const sorted = medians.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (resamples - 1))] ?? Number.NaN
  return { value: middle(ratios), low: at(0.025), high: at(0.975) }
}

/** For an even number the mean of the two middle values, since the lower one alone would be biased. */
function middle(values: readonly number[]): number {
  const upper = -median(values.map((value) => -value))
  return (median(values) + upper) / 2
}

type Limit = { atLeast: number } | { atMost: number }

/** `met` or `MISSED` if the whole interval is on one side of the bar; otherwise the run was too noisy. */
export function judgeInterval({ low, high }: Estimate, limit: Limit): string {
  if (Number.isNaN(low) || Number.isNaN(high)) return 'NOT MEASURED'
  const [worst, best] = 'atLeast' in limit ? [-low, -high] : [high, low]
  const bar = 'atLeast' in limit ? -limit.atLeast : limit.atMost
  if (worst <= bar) return 'met'
  return best > bar ? 'MISSED' : 'undecided: the interval contains the bar'
}
