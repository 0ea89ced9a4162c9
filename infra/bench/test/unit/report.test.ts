import t from 'tap'
import { formatFigure, formatNumber, formatRatio } from '../../src/report/figure.js'
import { type Bar, line } from '../../src/report/line.js'
import { ratio } from '../../src/report/ratio.js'
import { formatReport } from '../../src/report/report.js'
import { judge } from '../../src/report/verdict.js'

t.test('a ratio is the median of the ratios of the rounds', async (t) => {
  const table: [ours: number[], theirs: number[], expected: number][] = [
    [[10, 20, 30], [20, 40, 60], 0.5],
    // The machine was ten times slower in the last two rounds, for both.
    [[100, 10, 9], [200, 20, 20], 0.5],
    // Without alternating rounds, the medians are compared.
    [[10, 20, 90], [40], 0.5],
  ]
  for (const [ours, theirs, expected] of table) t.equal(ratio(ours, theirs), expected)
  t.ok(Number.isNaN(ratio([1], [])))
})

t.test('a verdict says whether the bar is met, or by how much it is missed', async (t) => {
  const peers = [{ name: 'fastify', samples: [100, 100, 100] }]
  const table: [ours: number[], bars: Bar[], bar: string, figure: string, verdict: string][] = [
    [[64, 65, 66], [{ atMost: 65 }], '≤ 65 CPU-ms', '65 CPU-ms', 'met'],
    [[78, 78, 78], [{ atMost: 65 }], '≤ 65 CPU-ms', '78 CPU-ms', 'MISSED by 20 %'],
    [[66, 66, 66], [{ atMost: 65 }], '≤ 65 CPU-ms', '66 CPU-ms', 'MISSED by 1.5 %'],
    [[80, 80, 80], [{ peer: 'fastify', atLeast: 0.8 }], '≥ 0.8 × fastify', '0.80 ×', 'met'],
    [
      [40, 40, 40],
      [{ peer: 'fastify', atLeast: 0.8 }],
      '≥ 0.8 × fastify',
      '0.40 ×',
      'MISSED by 50 %',
    ],
    [[6500], [{ atMost: 65 }], '≤ 65 CPU-ms', '6,500 CPU-ms', 'MISSED, 100 times the bar'],
    [[Number.NaN], [{ atMost: 1 }], '≤ 1 CPU-ms', '–', 'NOT MEASURED'],
    [[1], [{ peer: 'nobody', atMost: 1 }], '≤ 1 × nobody', '–', 'NOT MEASURED'],
    [[1], [], '', '', ''],
  ]
  for (const [ours, bars, bar, figure, verdict] of table) {
    const judged = judge(line({ name: 'some', unit: 'CPU-ms', ours, peers, bars }))
    t.match(judged, { bar, figure, verdict }, `${ours} ${bar}`)
    t.equal(judged.isMet, bars.length === 0 ? null : verdict === 'met')
  }
})

t.test('one of several bars is enough; if all are missed, the nearest is reported', async (t) => {
  const bars: Bar[] = [{ atLeast: 20_000 }, { peer: 'fastify', atLeast: 0.9 }]
  const judged = (ours: number, fastify: number) =>
    judge(
      line({
        name: 'x',
        unit: '/s',
        ours: [ours],
        peers: [{ name: 'fastify', samples: [fastify] }],
        bars,
      }),
    )
  t.match(judged(20_500, 30_000), { figure: '20,500 /s', verdict: 'met' })
  t.match(judged(9_500, 10_000), { figure: '0.95 ×', verdict: 'met' })
  t.match(judged(10_000, 25_000), { figure: '10,000 /s', verdict: 'MISSED by 50 %' })
  t.match(judged(8_000, 10_000), { figure: '0.80 ×', verdict: 'MISSED by 11 %' })
  t.equal(judged(1, 1).bar, '≥ 20,000 /s or ≥ 0.9 × fastify')
})

t.test('figures have three significant digits', async (t) => {
  const table: [value: number, expected: string][] = [
    [18_240.4, '18,240'],
    [123.4, '123'],
    [65, '65'],
    [65.04, '65.0'],
    [1.284, '1.28'],
    [0, '0'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '∞'],
  ]
  for (const [value, expected] of table) t.equal(formatNumber(value), expected)
  t.equal(formatFigure(12, 'MB'), '12 MB')
  t.equal(formatFigure(Number.NaN, 'MB'), '–')
  t.equal(formatRatio(0.934), '0.93 ×')
  t.equal(formatRatio(0.0123), '0.012 ×')
  t.equal(formatRatio(27.03), '27.0 ×')
})

t.test('the report has ratios and verdicts first, then figures, then notes', async (t) => {
  const lines = formatReport([
    line({
      name: 'widget, kept',
      unit: '/s',
      ours: [18_000, 17_000, 19_000],
      peers: [{ name: 'fastify', samples: [20_000, 20_000, 20_000] }],
      bars: [{ peer: 'fastify', atLeast: 0.8 }],
    }),
    line({ name: 'memory', unit: 'MB', ours: [80.25], note: 'PSS' }),
  ])
  t.match(lines[1], /^widget, kept +0\.90 × fastify +≥ 0\.8 × fastify +0\.90 × +met$/)
  t.match(lines[2], /^memory$/)
  t.equal(lines[3], '')
  t.match(lines[5], /^widget, kept +18,000 +\/s +17,000–19,000, n 3 +fastify 20,000$/)
  t.match(lines[6], /^memory +80\.3 +MB$/)
  t.same(lines.slice(7), ['', 'memory: PSS'])
})
