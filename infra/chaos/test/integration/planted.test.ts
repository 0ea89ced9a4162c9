import type { Rule } from '@vitrine/proofs'
import t from 'tap'
import { scenarios } from '../../src/planted/scenarios.js'
import { onStack, search, searchWithout } from '../../src/planted/search.js'
import { withBackends } from '../../src/stack/stack.js'

/** One of each side; `npm run chaos -- --planted` has them all. */
const names: Rule[] = ['lease', 'floors-in-store', 'settle-no-op-writes']
const chosen = scenarios.filter(({ rule }) => names.includes(rule))

// Less than a minute; more where other suites run at the same time.
t.setTimeout(300_000)

t.test('processes that lack a rule are found out, those that keep it are not', async (t) => {
  await withBackends(async (backends) => {
    await onStack(backends, { replicas: 2, managers: 2 }, async (stack) => {
      for (const scenario of chosen) {
        const { stale } = await search(scenario, { stack, rounds: 1 })
        t.same(stale, [], `with ${scenario.rule} nothing is stale`)
      }
    })
    for (const scenario of chosen) {
      const { stale, untrueAcknowledgements } = await searchWithout(scenario, {
        backends,
        rounds: 8,
      })
      t.ok(stale.length > 0, `without ${scenario.rule} an answer is stale`)
      t.ok(untrueAcknowledgements > 0, 'and an acknowledgement untrue')
    }
  })
})
