import t from 'tap'
import { quantile } from '../../src/report/quantile.js'
import { table } from '../../src/report/table.js'
import { complaints, isClean, trialTable } from '../../src/report/trials.js'

const clean = {
  nemesis: 'calm',
  reads: 1200,
  unavailable: 3,
  acknowledgedMs: [1, 2, 3, 400],
  violations: [],
  failures: [],
  recoveredMs: 120,
}
const stale = {
  kind: 'stale' as const,
  subject: 'widget w',
  replica: 'delivery-2',
  seen: 'v1',
  expected: 'v2',
  sinceMs: 12.34,
}

t.test('a quantile is the smallest value that such a share does not exceed', async (t) => {
  const values = [40, 10, 30, 20]
  t.equal(quantile(values, 0.5), 20)
  t.equal(quantile(values, 0.51), 30)
  t.equal(quantile(values, 1), 40)
  t.equal(quantile([7], 0.01), 7)
  t.ok(Number.isNaN(quantile([], 0.5)))
})

t.test('a table has columns as wide as they need to be, numbers to the right', async (t) => {
  const rows = [
    ['calm', '5'],
    ['redis-flushed', '1234'],
  ]
  t.equal(
    table(['nemesis', 'reads'], rows),
    [
      'nemesis        reads',
      '-------------  -----',
      'calm               5',
      'redis-flushed   1234',
    ].join('\n'),
  )
})

t.test('a trial is a row of counts and times', async (t) => {
  const [, , row] = trialTable([clean]).split('\n')
  t.same(row?.split(/\s+/), [
    'calm',
    ...['1200', '4', '0', '0', '3', '0'],
    ...['2.0', '400.0', '400.0', '0.12'],
  ])
})

t.test('a trial without a single acknowledgement has no times', async (t) => {
  t.match(trialTable([{ ...clean, acknowledgedMs: [], recoveredMs: null }]), /- +- +- +never$/)
})

t.test('whatever was stale, failed or did not recover is told', async (t) => {
  t.ok(isClean(clean))
  t.same(complaints(clean), [])
  for (const [unclean, complaint] of [
    [
      { ...clean, violations: [stale] },
      'calm: stale: widget w at delivery-2 was v1, but v2 had been acknowledged 12.3 ms before it was asked for',
    ],
    [
      { ...clean, violations: [{ ...stale, kind: 'lost' as const }] },
      'calm: lost: widget w at delivery-2 was v1, not v2',
    ],
    [{ ...clean, failures: ['Error: PUT /x: 500'] }, 'calm: Error: PUT /x: 500'],
    [{ ...clean, recoveredMs: null }, 'calm: it did not recover'],
  ] as const) {
    t.notOk(isClean(unclean))
    t.same(complaints(unclean), [complaint])
  }
})

t.test('of many complaints a few are told', async (t) => {
  const lines = complaints({ ...clean, violations: Array.from({ length: 50 }, () => stale) })
  t.equal(lines.length, 11)
  t.equal(lines.at(-1), 'calm: and 40 more')
})
