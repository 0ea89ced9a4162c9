/**
 * The smallest of the values that at least this share of them do not exceed; NaN of none.
 *
 * @param share above 0, up to 1.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
