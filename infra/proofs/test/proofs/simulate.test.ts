import t from '@vitrine/testing/t'
import { profileNames } from '../../src/simulation/faults/profiles.js'
import { type Run, simulate } from '../../src/simulation/simulate.js'

async function traceOf(run: Run): Promise<string> {
  const lines: string[] = []
  await simulate({ ...run, trace: (line) => lines.push(line) })
  return lines.join('\n')
}

for (const profile of profileNames) {
  t.test(`the same seed gives exactly the same run: ${profile}`, async (t) => {
    const trace = await traceOf({ seed: 1, profile })
    t.ok(trace.length > 10_000)
    t.ok(trace === (await traceOf({ seed: 1, profile })))
    t.notOk(trace === (await traceOf({ seed: 2, profile })))
  })
}

t.test('tracing does not change the run', async (t) => {
  const run = { seed: 3, profile: 'processes' } as const
  const { history } = await simulate(run)
  const traced = await simulate({ ...run, trace: () => undefined })
  t.strictSame(traced.history, history)
})
