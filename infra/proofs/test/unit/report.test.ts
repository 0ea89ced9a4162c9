import t from 'tap'
import { quantile } from '../../src/report/quantile.js'
import { table } from '../../src/report/table.js'

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
