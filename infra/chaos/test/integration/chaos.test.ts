import t from 'tap'
import { nemeses } from '../../src/nemeses/nemeses.js'
import { complaints } from '../../src/report/trials.js'
import { startStack, withBackends } from '../../src/stack/stack.js'
import { createTenantsOf } from '../../src/trial/run-trials.js'
import { runTrial } from '../../src/trial/trial.js'

/** One of each kind; `npm run chaos` runs all of them. */
const chosen = [
  'replica-stopped',
  'replica-cut-off-half-open',
  'manager-killed-after-commit',
  'redis-old-dump',
  'postgres-stopped-immediately',
]
const lasting = 2
// Other suites run at the same time; `npm run chaos` reads as often as the machine allows.
const readPauseMs = 25

// About a minute, or longer when other suites run at the same time.
t.setTimeout(1_200_000)

t.test('processes under faults: nothing is stale, lost or wrong, and all recovers', async (t) => {
  await withBackends(async (backends) => {
    const stack = await startStack(backends, { replicas: 3, managers: 2 })
    try {
      const tenants = await createTenantsOf(stack)
      for (const nemesis of nemeses.filter(({ name }) => chosen.includes(name))) {
        const outcome = await runTrial(nemesis, { stack, tenants, lasting, readPauseMs })
        t.same(complaints(outcome), [], nemesis.name)
        t.ok(outcome.reads > 0 && outcome.acknowledgedMs.length > 0, 'read and written')
      }
    } finally {
      await stack.dispose()
    }
  })
})
