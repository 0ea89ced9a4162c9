import t from '@vitrine/testing/t'
import { findViolations } from '../../src/history.js'

/** `a` at first, `b` from 10 on, `a` again from 20 on. */
const states = [
  { state: 'a', begunAt: 0 },
  { state: 'b', begunAt: 10 },
  { state: 'a', begunAt: 20 },
]
const check = (acknowledgements: { at: number; index: number }[], read: [number, number, string]) =>
  findViolations({
    states,
    acknowledgements,
    reads: [{ startedAt: read[0], endedAt: read[1], state: read[2] }],
    shows: (read, state) => read.state === state,
  }).map(({ acknowledged, shown }) => ({ acknowledged, shown }))

t.test('a read may show any state from the acknowledged one to the newest', async (t) => {
  t.strictSame(check([], [1, 30, 'a']), [])
  t.strictSame(check([], [1, 30, 'b']), [])
  t.strictSame(check([{ at: 15, index: 1 }], [16, 30, 'a']), [])
})

t.test('a read that shows an older state is a violation', async (t) => {
  t.strictSame(check([{ at: 15, index: 1 }], [16, 19, 'a']), [{ acknowledged: 1, shown: 0 }])
  t.strictSame(check([{ at: 25, index: 2 }], [26, 30, 'b']), [{ acknowledged: 2, shown: 1 }])
})

t.test('an acknowledgement counts for reads that start after it', async (t) => {
  t.strictSame(check([{ at: 15, index: 1 }], [15, 19, 'a']), [])
})

t.test('a state that had not begun when the read ended cannot explain it', async (t) => {
  t.strictSame(check([], [1, 9, 'b']), [{ acknowledged: 0, shown: null }])
})
