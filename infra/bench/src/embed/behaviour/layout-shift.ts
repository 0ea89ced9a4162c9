import type { Shift } from './in-page.js'

const longestGapMs = 1000
const longestSessionMs = 5000

/**
 * Cumulative Layout Shift: the largest sum of shifts less than a second apart, within a window of
 * five seconds (https://web.dev/articles/cls).
 */
export function cumulativeLayoutShift(shifts: readonly Shift[]): number {
  let largest = 0
  let session = { firstMs: 0, lastMs: Number.NEGATIVE_INFINITY, sum: 0 }
  for (const { startMs, value } of shifts.toSorted((a, b) => a.startMs - b.startMs)) {
    const isSame =
      startMs - session.lastMs < longestGapMs && startMs - session.firstMs < longestSessionMs
    session = isSame
      ? { ...session, lastMs: startMs, sum: session.sum + value }
      : { firstMs: startMs, lastMs: startMs, sum: value }
    largest = Math.max(largest, session.sum)
  }
  return largest
}
