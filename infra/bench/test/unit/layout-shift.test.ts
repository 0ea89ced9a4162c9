import t from 'tap'
import { cumulativeLayoutShift } from '../../src/embed/behaviour/layout-shift.js'

t.test('layout shift is the sum of the worst session, not of all shifts', async (t) => {
  const table: [shifts: [startMs: number, value: number][], expected: number][] = [
    [[], 0],
    [[[100, 0.25]], 0.25],
    // Less than a second apart: one session.
    [
      [
        [100, 0.25],
        [1099, 0.5],
      ],
      0.75,
    ],
    [
      [
        [100, 0.25],
        [1100, 0.5],
      ],
      0.5,
    ],
    // The entries may be in any order.
    [
      [
        [3000, 0.125],
        [100, 0.25],
        [700, 0.25],
      ],
      0.5,
    ],
    // A session ends after five seconds, even during continuous movement.
    [Array.from({ length: 10 }, (_, i): [number, number] => [i * 900, 0.125]), 0.75],
  ]
  for (const [shifts, expected] of table) {
    const entries = shifts.map(([startMs, value]) => ({ startMs, value }))
    t.equal(cumulativeLayoutShift(entries), expected, JSON.stringify(shifts))
  }
})
