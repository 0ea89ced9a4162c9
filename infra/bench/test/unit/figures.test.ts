import t from '@vitrine/testing/t'
import { parseStat } from '../../src/processes.js'
import { quantile, ratio } from '../../src/quantile.js'
import { inTurns } from '../../src/rounds.js'
import { formatTable, type Line, verdictOf } from '../../src/table.js'

t.test('a quantile is the smallest value that the given share does not exceed', async (t) => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  const table: [values: number[], p: number, expected: number][] = [
    [hundred, 0.5, 50],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [hundred, 0, 1],
    [[100, 2, 10, 1], 0.5, 2],
    [[7, Number.POSITIVE_INFINITY], 0.99, Number.POSITIVE_INFINITY],
  ]
  for (const [values, p, expected] of table) t.equal(quantile(values, p), expected, `${p}`)
  t.ok(Number.isNaN(quantile([], 0.99)))
})

t.test(
  'a ratio is the median of the rounds, so that a slow round counts on both sides',
  async (t) => {
    t.equal(ratio([10, 90, 10], [20, 180, 5]), 0.5)
    t.equal(ratio([10, 10, 10], [20]), 0.5, 'without pairs, of the medians')
    t.ok(Number.isNaN(ratio([10], [])))
  },
)

t.test('a bar is about the figure or the ratio, in either direction', async (t) => {
  const given: Pick<Line, 'name' | 'unit' | 'ours' | 'peer'> = {
    name: 'row',
    unit: 'ms',
    ours: [30],
    peer: { name: 'peer', samples: [40] },
  }
  const table: [bar: Line['bar'], verdict: string][] = [
    [undefined, ''],
    [{ of: 'figure', atMost: 30 }, 'met'],
    [{ of: 'figure', atMost: 25 }, 'MISSED by 20 %'],
    [{ of: 'figure', atLeast: 40 }, 'MISSED by 25 %'],
    [{ of: 'ratio', atMost: 0.75 }, 'met'],
    [{ of: 'ratio', atLeast: 1 }, 'MISSED by 25 %'],
  ]
  for (const [bar, verdict] of table) {
    t.equal(verdictOf(bar === undefined ? given : { ...given, bar }), verdict)
  }
  const still: Line = { ...given, unit: '', ours: [0], bar: { of: 'figure', atMost: 0 } }
  t.equal(verdictOf(still), 'met')
  t.equal(verdictOf({ ...still, ours: [0.01] }), 'MISSED')
  const nothing: Line = { ...given, ours: [], bar: { of: 'figure', atMost: 1 } }
  t.equal(verdictOf(nothing), 'NOT MEASURED')
  t.match(formatTable([given])[1], /^row +30 +ms +peer 40 +0\.75 ×$/)
})

t.test('each round begins with another measure', async (t) => {
  const order: string[] = []
  const noting = (name: string) => async () => order.push(name)
  const samples = await inTurns(2, { a: noting('a'), b: noting('b') })
  t.equal(order.join(''), 'abba')
  t.same(samples, { a: [1, 4], b: [2, 3] })
})

t.test('the CPU time of a process includes that of its children that have exited', async (t) => {
  const text = '17 (a (b) c) S 4 17 17 0 -1 4194304 1 2 3 4 10 5 20 7 20 0 1 0 100 1 1'
  t.same(parseStat(text), { pid: 17, parent: 4, cpuMs: 420 })
})
