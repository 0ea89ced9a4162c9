import { median } from '../statistics.js'
import type { Samples } from './line.js'

/**
 * Our figure divided by theirs. For alternating rounds, the median of the per-round ratios, so that
 * a slow phase of the machine affects both sides.
 */
export function ratio(ours: Samples, theirs: Samples): number {
  if (ours.length !== theirs.length) return median(ours) / median(theirs)
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}
