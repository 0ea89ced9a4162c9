import t from 'tap'
import { formatAnswers } from '../../src/report/answers.js'

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

t.test('a row has the times of the answers and the verdict on their median', async (t) => {
  const lines = formatAnswers([
    { name: 'fast', times: upTo(100), barMs: 50 },
    { name: 'slow', times: [75, 75, 75], barMs: 50 },
    { name: 'shown only', times: [3] },
    { name: 'not measured', times: [], barMs: 50 },
  ])
  const [heading = '', ...rows] = lines.map((line) => line.split(/ {2,}/))
  t.same(heading, ['', 'median', 'p95', 'fastest', 'bar', 'verdict'])
  t.same(rows, [
    ['fast', '50', '95', '1', '≤ 50 ms', 'met'],
    ['slow', '75', '75', '75', '≤ 50 ms', 'MISSED by 50 %'],
    ['shown only', '3', '3', '3'],
    ['not measured', '–', '–', '–', '≤ 50 ms', 'NOT MEASURED'],
  ])
})
