import t from 'tap'
import { check } from '../../src/history/check.js'
import type { Outcome, Read, Write } from '../../src/history/history.js'

const write = (appearance: string, startMs: number, endMs: number): Write => ({
  appearance,
  startMs,
  endMs,
})
const read = (startMs: number, endMs: number, outcome: string | Outcome): Read => ({
  replica: 'delivery-0',
  startMs,
  endMs,
  outcome: typeof outcome === 'string' ? { kind: 'seen', appearance: outcome } : outcome,
})
const forever = Number.POSITIVE_INFINITY

/** Absent at first; published from 10 to 20; edited from 30 to 40; unpublished from 50 to 60. */
const writes = [
  write('absent', 0, 0),
  write('v1', 10, 20),
  write('v2', 30, 40),
  write('absent', 50, 60),
]

const cases: { name: string; reads: Read[]; violations: object[] }[] = [
  {
    name: 'answers of the state that was acknowledged, or of a later one, are right',
    reads: [
      ...[read(1, 2, 'absent'), read(12, 14, 'absent'), read(12, 14, 'v1'), read(21, 22, 'v1')],
      ...[read(39, 45, 'v1'), read(39, 45, 'v2'), read(41, 42, 'v2'), read(61, 62, 'absent')],
    ],
    violations: [],
  },
  {
    name: 'a long read may show any state of that time',
    reads: [read(15, 70, 'absent'), read(15, 70, 'v1'), read(15, 70, 'v2')],
    violations: [],
  },
  {
    name: 'an answer that is older than an acknowledgement is stale',
    reads: [read(41, 42, 'v1')],
    violations: [{ kind: 'stale', seen: 'v1', expected: 'v2', sinceMs: 1 }],
  },
  {
    name: 'a stale answer may also be slow',
    reads: [read(61, 5000, 'v1'), read(100, 101, 'v2')],
    violations: [
      { kind: 'stale', seen: 'v1', sinceMs: 21 },
      { kind: 'stale', seen: 'v2', sinceMs: 40 },
    ],
  },
  {
    name: 'a state is stale even if it comes back later',
    reads: [read(41, 42, 'absent')],
    violations: [{ kind: 'stale', seen: 'absent', expected: 'v2' }],
  },
  {
    name: 'an answer from the future is wrong',
    reads: [read(5, 6, 'v1'), read(5, 6, 'v7')],
    violations: [
      { kind: 'wrong', seen: 'v1', expected: 'absent' },
      { kind: 'wrong', seen: 'v7', expected: 'absent' },
    ],
  },
  {
    name: 'a 503 or a missing answer is not a violation',
    reads: [read(41, 42, { kind: 'unavailable' }), read(41, 42, { kind: 'unreachable' })],
    violations: [],
  },
  {
    name: 'an answer that no fault may cause is wrong',
    reads: [read(41, 42, { kind: 'wrong', what: '500 Internal error' })],
    violations: [{ kind: 'wrong', seen: '500 Internal error' }],
  },
]

for (const { name, reads, violations } of cases) {
  t.test(name, async (t) => {
    const found = check({ subject: 'widget', writes, reads })
    t.equal(found.length, violations.length)
    t.match(found, violations)
  })
}

t.test('reads may or may not show a write that was never acknowledged', async (t) => {
  const writes = [write('v1', 0, 0), write('v2', 10, forever)]
  const reads = [read(1e6, 1e6, 'v1'), read(1e6, 1e6, 'v2'), read(1, 2, 'v1')]
  t.same(check({ subject: 'widget', writes, reads }), [])
})

t.test('a write that is missing in the end is lost', async (t) => {
  const history = { subject: 'widget', writes: [write('v1', 0, 0), write('v2', 10, 20)], reads: [] }
  t.same(check({ ...history, final: 'v2' }), [])
  t.match(check({ ...history, final: 'v1' }), [{ kind: 'lost', seen: 'v1', expected: 'v2' }])
})

t.test('a history with overlapping writes is refused', async (t) => {
  const writes = [write('v1', 0, 10), write('v2', 5, 20)]
  t.throws(() => check({ subject: 'widget w', writes, reads: [] }), {
    message: 'widget w: write 1 was sent before write 0 was acknowledged',
  })
})

t.test('half a million reads are checked in linear time', async (t) => {
  const writes = Array.from({ length: 1000 }, (_, i) => write(`v${i}`, i * 10, i * 10 + 5))
  const reads = Array.from({ length: 500_000 }, (_, i) => {
    const startMs = (i / 500_000) * 9990
    return read(startMs, startMs + 1, `v${Math.floor(startMs / 10)}`)
  })
  const stale = reads.map((each, i) =>
    i === 400_000 ? { ...each, outcome: read(0, 0, 'v3').outcome } : each,
  )
  t.same(check({ subject: 'widget', writes, reads }), [])
  t.match(check({ subject: 'widget', writes, reads: stale }), [{ kind: 'stale', seen: 'v3' }])
})
