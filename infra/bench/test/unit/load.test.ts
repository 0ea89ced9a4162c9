import t from 'tap'
import { sumOf } from '../../src/load/counter.js'
import { parseWrk } from '../../src/load/wrk-report.js'

const report = (p99: string, more = '') => `Running 2s test @ http://127.0.0.1:1/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.15ms    1.45ms  12.76ms   99.08%
    Req/Sec     2.39k     1.02k    3.51k    45.45%
  Latency Distribution
     50%  574.00us
     99%    ${p99}
  2613 requests in 1.10s, 1.30MB read
${more}Requests/sec:   2373.92
Transfer/sec:      1.18MB
`

t.test('wrk reports requests per second and latencies in various units', async (t) => {
  const table: [p99: string, p99Ms: number][] = [
    ['7.45ms', 7.45],
    ['500.00us', 0.5],
    ['1.25s', 1250],
    ['2.00m', 120_000],
  ]
  for (const [p99, p99Ms] of table)
    t.same(parseWrk(report(p99)), { requests: 2613, perSecond: 2373.92, p99Ms })
})

t.test('a report with errors is rejected', async (t) => {
  const failures = [
    '  Non-2xx or 3xx responses: 2613\n',
    '  Socket errors: connect 0, read 12, write 0, timeout 0\n',
  ]
  for (const failure of failures) {
    t.throws(() => parseWrk(report('1ms', failure)), { message: `wrk: ${failure.trim()}` })
  }
  t.throws(() => parseWrk('unable to connect'), {
    message: /cannot parse the output of wrk: unable to connect/,
  })
})

t.test('a counter is the sum over its labels, matching only its exact name', async (t) => {
  const text = `# HELP made_total Things.
# TYPE made_total counter
made_total{kind="a b",more="}"} 3
made_total{kind="c"} 4.5
made_total_more 100
not_made_total 100
single 1e3
`
  t.equal(sumOf(text, 'made_total'), 7.5)
  t.equal(sumOf(text, 'single'), 1000)
  t.ok(Number.isNaN(sumOf(text, 'absent')))
})
