import t from '@vitrine/testing/t'
import { formatReport } from '../../src/report.js'
import { emptyTally, failure } from '../../src/tap-results.js'

t.test('the last line is the total of all rows', async (t) => {
  const report = formatReport([
    { name: 'lint', tally: { ...emptyTally, passed: 1 } },
    { name: '@vitrine/cache', tally: { ...emptyTally, passed: 12, skipped: 2 } },
    { name: '@vitrine/http', tally: failure('a.test.ts › adds') },
  ])
  t.equal(report.split('\n').at(-1), '13 passed, 1 failed')
})

t.test('every row has its counts, and every failure its name', async (t) => {
  const report = formatReport([
    { name: 'a', tally: { ...emptyTally, passed: 3, skipped: 2 } },
    { name: 'longer', tally: failure('b.test.ts › adds', ['is equal\n-2 +1']) },
  ])
  t.match(report, /^ {2}a {7} {4}3 passed, {3}0 failed, 2 skipped$/m)
  t.match(report, /^ {2}longer {6}0 passed, {3}1 failed$/m)
  t.match(report, /^ {2}✗ longer: b\.test\.ts › adds\n {6}is equal\n {6}-2 \+1$/m)
})
