import type { Random } from '@vitrine/testing/random'
import { median } from './statistics.js'

/** An estimate, and the interval that contains the true value with 95 % confidence. */
export type Estimate = { value: number; low: number; high: number }

const resamples = 4000

/**
 * The median of the ratios of pairs that were measured right after each other, with a bootstrap interval: the
 * percentiles 2.5 and 97.5 of the medians of samples that are drawn from the pairs with replacement.
 */
export function estimateRatio(
  pairs: readonly (readonly [ours: number, theirs: number])[],
  random: Random,
): Estimate {
  if (pairs.length === 0) return { value: Number.NaN, low: Number.NaN, high: Number.NaN }
  const ratios = pairs.map(([ours, theirs]) => ours / theirs)
  const draw = () => random.pick(ratios)
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
