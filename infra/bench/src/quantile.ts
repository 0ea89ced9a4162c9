/** The smallest value that is not exceeded by a share `p` (0–1) of all values; NaN if there are none. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? Number.NaN
}

/** The median; for an even number the lower of the two middle values. NaN if there are none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * Our figure divided by theirs. For alternating rounds, the median of the ratios of the rounds, so that a slow phase
 * of the machine affects both sides.
 */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  if (ours.length !== theirs.length) return median(ours) / median(theirs)
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}
