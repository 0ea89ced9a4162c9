import t from 'tap'
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

t.test('a trial is a row of counts and times', async (t) => {
  const [, , row] = trialTable([clean]).split('\n')
  t.same(row?.split(/\s+/), [
    'calm',
    ...['1200', '4', '0', '0', '3', '0'],
    ...['2.0', '400.0', '400.0', '0.12'],
  ])
})

t.test('a trial without acknowledgements has no times', async (t) => {
  t.match(trialTable([{ ...clean, acknowledgedMs: [], recoveredMs: null }]), /- +- +- +never$/)
})

t.test('the report lists stale reads, failures and a missing recovery', async (t) => {
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

t.test('a long list of complaints is cut', async (t) => {
  const lines = complaints({ ...clean, violations: Array.from({ length: 50 }, () => stale) })
  t.equal(lines.length, 11)
  t.equal(lines.at(-1), 'calm: and 40 more')
})
