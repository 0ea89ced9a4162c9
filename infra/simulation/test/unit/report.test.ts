import t from 'tap'
import { noCounts } from '../../src/counts.js'
import { findViolations } from '../../src/history/checker.js'
import { describe, isClean } from '../../src/history/report.js'

const run = { seed: 7, profile: 'redis', without: ['lease'] } as const
const times = { startedAt: 3, endedAt: 4, startMs: 20, endMs: 21.5 }
const history = {
  states: [[0], [1]],
  commits: [0, 1],
  reads: [{ replica: 'replica-1.1', facts: [0], answer: [0], ...times }],
  acks: [{ writer: 'writer-1.1', at: 2, ms: 10, head: 1 }],
}
const clean = { violations: [], problems: [], counts: noCounts(), history }

t.test(
  'a report shows the violation, the events before it, and the command that repeats it',
  async (t) => {
    const outcome = { ...clean, violations: findViolations(history), problems: ['5.00 no answer'] }
    t.notOk(isClean(outcome))
    t.equal(
      describe(run, outcome),
      [
        'seed 7, profile redis, without lease',
        '  problem: 5.00 no answer',
        '  1 wrong answers, the first: replica-1.1, asked for facts 0 at 20.00 ms, ' +
          'answered [0] at 21.50 ms: older than the last acknowledgement before the read started',
        '  state 1 was acknowledged; by it the answer is [1]',
        '    10.00 ms writer-1.1 acknowledges 1',
        '    20.00 ms replica-1.1 is asked for 0, answers [0]',
        '  again: npm run simulate -- --seed 7 --profile redis --without lease --trace',
      ].join('\n'),
    )
  },
)

t.test('a run without violations and problems is clean', async (t) => {
  t.ok(isClean(clean))
})
