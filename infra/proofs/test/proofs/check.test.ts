import t from '@vitrine/testing/t'
import { check, type Read, type Write } from '../../src/chaos/check.js'

const write = (appearance: string, startMs: number, endMs: number): Write => ({
  appearance,
  startMs,
  endMs,
})
/** Absent at first; published from 10 to 20; edited from 30 to 40; unpublished from 50 to 60. */
const writes = [
  write('absent', 0, 0),
  write('v1', 10, 20),
  write('v2', 30, 40),
  write('absent', 50, 60),
]
const seen = (appearance: string): Read['outcome'] => ({ kind: 'seen', appearance })

const cases: [name: string, at: [number, number], outcome: Read['outcome'], kinds: string[]][] = [
  ['the acknowledged state', [41, 42], seen('v2'), []],
  ['the state before, while the change is made', [35, 45], seen('v1'), []],
  ['any state during a long read', [15, 70], seen('v2'), []],
  ['an older state', [41, 42], seen('v1'), ['stale']],
  ['an older state, slowly', [61, 5000], seen('v1'), ['stale']],
  ['a state that came back later', [41, 42], seen('absent'), ['stale']],
  ['a state from the future', [5, 6], seen('v1'), ['wrong']],
  ['a 503', [41, 42], { kind: 'unavailable' }, []],
  ['no answer from a killed replica', [41, 42], { kind: 'unreachable' }, []],
  ['an answer that no fault may cause', [41, 42], { kind: 'wrong', what: '500' }, ['wrong']],
]
for (const [name, [startMs, endMs], outcome, kinds] of cases) {
  t.test(`${kinds[0] ?? 'right'}: ${name}`, async (t) => {
    const reads = [{ replica: 'delivery-0', startMs, endMs, outcome }]
    const found = check({ subject: 'widget', writes, reads })
    t.strictSame(
      found.map(({ kind }) => kind),
      kinds,
    )
  })
}

t.test('lost: an acknowledged write that is missing in the end', async (t) => {
  const history = { subject: 'widget', writes: [write('v1', 0, 0), write('v2', 10, 20)], reads: [] }
  t.strictSame(check({ ...history, final: 'v2' }), [])
  t.match(check({ ...history, final: 'v1' }), [{ kind: 'lost' }])
})

t.test('writes that overlap are refused', async (t) => {
  const overlapping = [write('v1', 0, 10), write('v2', 5, 20)]
  t.throws(() => check({ subject: 'w', writes: overlapping, reads: [] }), {
    message: /^w: write 1/,
  })
})
