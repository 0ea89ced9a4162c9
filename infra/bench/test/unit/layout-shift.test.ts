import t from 'tap'
import { cumulativeLayoutShift } from '../../src/embed/behaviour/layout-shift.js'

t.test('layout shift is the sum of the worst session, not of a page’s whole life', async (t) => {
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
    // In whatever order they are told.
    [
      [
        [3000, 0.125],
        [100, 0.25],
        [700, 0.25],
      ],
      0.5,
    ],
    // A session is over after five seconds, though something moves all the time.
    [Array.from({ length: 10 }, (_, i): [number, number] => [i * 900, 0.125]), 0.75],
  ]
  for (const [shifts, expected] of table) {
    const entries = shifts.map(([startMs, value]) => ({ startMs, value }))
    t.equal(cumulativeLayoutShift(entries), expected, JSON.stringify(shifts))
  }
})
