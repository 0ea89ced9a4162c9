import t from 'tap'
import { countPerStep, slowestPerStep } from '../../src/delivery/overload-series.js'

const answers = [
  { status: 200, ms: 3, atMs: 5 },
  { status: 200, ms: 290, atMs: 300 },
  { status: 200, ms: 2, atMs: 950 },
  { status: 200, ms: 1500, atMs: 2400 },
]

t.test(
  'responses are grouped by the tenth of a second in which they were due or arrived',
  async (t) => {
    t.equal(slowestPerStep(answers, 1), '290 – – – – – – – – 1500')
    t.equal(countPerStep(answers, 1), '1 0 0 1 0 0 0 0 0 1')
  },
)
