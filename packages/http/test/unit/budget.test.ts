import { mock } from 'node:test'
import t from '@vitrine/testing/t'
import { createBudget } from '../../src/rate-limits/budget.js'
import { createRateLimiter } from '../../src/rate-limits/rate-limiter.js'

const minuteMs = 60_000

t.test('a caller is forgotten when its requests no longer count', async (t) => {
  const clock = { nowMs: 1000 * minuteMs }
  const budget = createBudget({
    name: 'address',
    what: 'requests',
    limit: 10,
    maxCallers: 100,
    now: () => clock.nowMs,
  })
  for (const caller of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) budget.spend(caller)
  clock.nowMs += 2 * minuteMs - 1
  budget.spend('192.0.2.2')
  budget.forgetPast()
  t.equal(budget.size(), 3, 'they count for the window after theirs')
  clock.nowMs += 1
  budget.forgetPast()
  t.equal(budget.size(), 1, 'the others were not seen since')
  clock.nowMs += minuteMs
  budget.forgetPast()
  t.equal(budget.size(), 0)
  budget.spend('192.0.2.1')
  t.equal(budget.size(), 1)
})

t.test('a limiter forgets callers while it runs, without Redis too', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const clock = { nowMs: 1000 * minuteMs }
  const limiter = createRateLimiter({
    keyPrefix: 'vitrine:rate',
    limits: { address: { what: 'requests', perMinute: 10 } },
    shared: { add: async () => null },
    isReachable: () => false,
    now: () => clock.nowMs,
  })
  limiter.start()
  t.teardown(limiter.stop)
  limiter.budgets.address?.spend('192.0.2.1')
  clock.nowMs += 2 * minuteMs
  t.equal(limiter.size(), 1)
  mock.timers.tick(1000)
  t.equal(limiter.size(), 0)
})
