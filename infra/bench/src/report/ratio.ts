import { median } from '../statistics.js'
import type { Samples } from './line.js'

/**
 * How many times theirs ours is. Where rounds were taken by turns it is the median of each round's
 * own ratio: a machine that was slower for a while was so for both.
 */
export function ratio(ours: Samples, theirs: Samples): number {
  if (ours.length !== theirs.length) return median(ours) / median(theirs)
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}
