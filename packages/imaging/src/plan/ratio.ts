/**
 * n / d to the nearest integer, half up; exact while 2n + d < 2^53. Floating-point division followed by
 * rounding can be off by one near a half.
 */
export function roundedRatio(n: number, d: number): number {
  const doubled = 2 * n + d
  return (doubled - (doubled % (2 * d))) / (2 * d)
}
