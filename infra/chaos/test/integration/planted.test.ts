import type { Rule } from '@vitrine/proofs'
import t from 'tap'
import { scenarios } from '../../src/planted/scenarios.js'
import { onStack, search, searchWithout } from '../../src/planted/search.js'
import { withBackends } from '../../src/stack/stack.js'

/** One for replica, reader and writer; `npm run chaos -- --planted` tests all rules. */
const names: Rule[] = ['lease', 'floors-in-store', 'settle-no-op-writes']
const chosen = scenarios.filter(({ rule }) => names.includes(rule))

// About a minute, or longer when other suites run at the same time.
t.setTimeout(1_200_000)

t.test(
  'processes without a rule answer stale reads, processes with all rules do not',
  async (t) => {
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
  },
)
