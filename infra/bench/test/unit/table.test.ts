import t from 'tap'
import { formatTable } from '../../src/coherence/table.js'

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

t.test('a row shows the acknowledgement’s time over the commit, and its verdict', async (t) => {
  const commit = upTo(100).map(() => 2)
  const table: [aims: object, verdict: RegExp][] = [
    [{}, /25\.5$/],
    [{ p50: 49 }, /p50 ≤ 49: met$/],
    [{ p50: 48, p99: 98 }, /p50 ≤ 48: MISSED, p99 ≤ 98: met$/],
    [{ max: 98 }, /max ≤ 98: met$/],
  ]
  for (const [aims, verdict] of table) {
    const measured = upTo(101).map((ms) => Math.min(ms, 100))
    const [, line = ''] = formatTable([{ name: 'some', commit, measured, aims }])
    t.match(line, /^some +101 +2\.0 +2\.0 +51\.0 +100\.0 +100\.0 +49\.0 +98\.0 +25\.5/)
    t.match(line, verdict)
  }
})

t.test('columns are aligned', async (t) => {
  const row = { commit: [1], measured: [2], aims: {} }
  const lines = formatTable([
    { ...row, name: 'short' },
    { ...row, name: 'a longer name', measured: [20_000] },
  ])
  const ends = lines.slice(1).map((line) => line.length)
  t.equal(ends[0], ends[1])
})
