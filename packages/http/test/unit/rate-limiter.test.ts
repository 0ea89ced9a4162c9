import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { createRateLimiter, type RateLimiterOptions } from '../../src/rate-limits/rate-limiter.js'

const address = '192.0.2.1'

type Counts = Parameters<RateLimiterOptions<'address'>['shared']['add']>[1]

/** Adds up counts as Redis does, and can be made to fail. */
function createMemory() {
  const totals = new Map<string, number>()
  const calls: { group: string; counts: Counts }[] = []
  let answer: 'in time' | 'too late' = 'in time'
  return {
    calls,
    answers: (next: typeof answer) => {
      answer = next
    },
    add: async (group: string, counts: Counts) => {
      calls.push({ group, counts })
      const added = counts.map(([name, count]) => {
        const total = (totals.get(`${group} ${name}`) ?? 0) + count
        totals.set(`${group} ${name}`, total)
        return total
      })
      return answer === 'in time' ? added : null
    },
  }
}

/** Processes that share counts, with a clock that the test moves. */
function build({ limit = 10, processes = 1, maxCallers = 1000 } = {}) {
  const memory = createMemory()
  const state = { nowMs: 60_000 * 1000, isReachable: true }
  const all = Array.from({ length: processes }, () => {
    const limiter = createRateLimiter({
      keyPrefix: 'vitrine:rate',
      limits: { address: { what: 'requests from this address', perMinute: limit } },
      maxCallers,
      shared: memory,
      isReachable: () => state.isReachable,
      now: () => state.nowMs,
    })
    return { ...limiter, count: (caller: string) => limiter.budgets.address?.spend(caller) }
  })
  return { memory, state, all, first: all[0] as (typeof all)[0] }
}

/** @returns how many of these requests are admitted. */
function spend(count: () => void, times: number): number {
  let passed = 0
  for (let i = 0; i < times; i += 1) {
    try {
      count()
      passed += 1
    } catch {
      // Rejected requests are not counted here either.
    }
  }
  return passed
}

t.test('each limit counts separately, and its error names it and says when to retry', async (t) => {
  const limiter = createRateLimiter({
    keyPrefix: 'vitrine:rate',
    limits: {
      user: { what: 'calls of this user', perMinute: 3 },
      address: { what: 'calls from this address', perMinute: 5 },
      unlimited: { what: 'calls of any kind', perMinute: 0 },
    },
    shared: createMemory(),
    isReachable: () => true,
    now: () => 60_000 * 1000,
  })
  const { user, address: addresses, unlimited } = limiter.budgets
  t.equal(
    spend(() => user?.spend('same'), 20),
    3,
  )
  t.equal(
    spend(() => addresses?.spend('same'), 20),
    5,
  )
  t.equal(unlimited, null, '0 is no limit')
  t.throws(() => user?.spend('same'), {
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many calls of this user: 3 in a minute. Try again in 61 s.',
    retryAfterSeconds: 61,
    headers: { 'ratelimit-policy': '"user";q=3;w=60', ratelimit: '"user";r=0;t=61' },
  })
  t.same(limiter.refused(), { user: 18, address: 15, unlimited: 0 })
  t.equal(limiter.size(), 2)
})

t.test('requests admitted a minute ago are released gradually', async (t) => {
  const { first: limiter, state } = build()
  const count = () => spend(() => limiter.count(address), 100)
  t.equal(count(), 10)
  state.nowMs += 60_000
  t.equal(count(), 0, 'all of them are still within the last minute')
  state.nowMs += 30_000
  t.equal(count(), 5)
  state.nowMs += 90_000
  t.equal(count(), 10)
})

t.test('requests admitted by other processes count from the next exchange on', async (t) => {
  const { all, memory } = build({ processes: 3 })
  const count = (i: number) => spend(() => all[i]?.count(address), 4)
  const exchange = async () => {
    for (const limiter of all) await limiter.sync()
  }
  t.same([count(0), count(1)], [4, 4])
  await exchange()
  await exchange()
  t.equal(memory.calls.length, 4, 'a process without counts sends nothing: two windows of two')
  t.equal(count(1), 2, 'ten in total')
  await exchange()
  t.equal(count(2), 4, 'it knows nothing yet')
  await exchange()
  t.same([count(0), count(1), count(2)], [4, 0, 0], 'the first has not exchanged yet')
  // 18 in total: the limit, and the requests that two processes admit between two exchanges.
})

t.test('a process that is new in a window learns the counts of the previous one', async (t) => {
  const { all, state } = build({ processes: 2 })
  const count = (i: number, times: number) => spend(() => all[i]?.count(address), times)
  count(0, 10)
  await all[0]?.sync()
  state.nowMs += 60_000 + 6_000
  t.equal(count(1, 1), 1)
  await all[1]?.sync()
  t.equal(count(1, 10), 0, 'nine of the ten are still within the last minute')
})

t.test('counts that are a small share of a limit are not exchanged', async (t) => {
  const { first: limiter, memory } = build({ limit: 60_000 })
  spend(() => limiter.count(address), 59)
  await limiter.sync()
  t.same(memory.calls, [])
  limiter.count(address)
  await limiter.sync()
  t.same(memory.calls, [
    { group: 'vitrine:rate:address:999', counts: [[address, 0]] },
    { group: 'vitrine:rate:address:1000', counts: [[address, 60]] },
  ])
})

t.test('nothing is sent without new counts, or for rejected requests', async (t) => {
  const { first: limiter, memory, state } = build({ limit: 1 })
  await limiter.sync()
  limiter.count(address)
  await limiter.sync()
  const { length } = memory.calls
  spend(() => limiter.count(address), 100)
  await limiter.sync()
  state.nowMs += 1000
  await limiter.sync()
  t.equal(memory.calls.length, length)
})

t.test('the bound holds for any number of processes and any sequence of requests', async () => {
  const limit = 20
  const step = fc.record({
    at: fc.integer({ min: 0, max: 3 }),
    requests: fc.integer({ min: 0, max: 15 }),
  })
  // Each step is one second: some requests to some of the processes, then all exchange.
  const seconds = fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 59 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), seconds, async (processes, script) => {
      const { all, state } = build({ limit, processes })
      let passed = 0
      let most = 0
      for (const steps of script) {
        const here = all.map(() => 0)
        for (const { at, requests } of steps) {
          const i = at % processes
          const through = spend(() => all[i]?.count(address), requests)
          here[i] = (here[i] ?? 0) + through
          passed += through
        }
        most = Math.max(most, ...here)
        for (const limiter of all) await limiter.sync()
        state.nowMs += 1000
      }
      return passed <= limit + (processes - 1) * (most + Math.max(1, limit / 1000))
    }),
  )
})

t.test('without Redis each process uses its own counts, and catches up later', async (t) => {
  const { all, state, memory } = build({ processes: 2 })
  const count = (i: number) => spend(() => all[i]?.count(address), 100)
  const exchange = async () => {
    for (const limiter of all) await limiter.sync()
  }
  state.isReachable = false
  t.equal(count(0), 10)
  await exchange()
  t.same(memory.calls, [])
  state.isReachable = true
  await exchange()
  t.equal(count(1), 10, 'the counts of the other arrive with the first exchange')
  await exchange()
  state.nowMs += 60_000 + 45_000
  t.same([count(0), count(1)], [8, 5], 'a quarter: of its own 10, and of the 20 of both')
})

t.test('a call that was counted but not answered is not counted twice', async (t) => {
  const { first: limiter, memory, state } = build()
  memory.answers('too late')
  for (let second = 0; second < 9; second += 1) {
    limiter.count(address)
    await limiter.sync()
    state.nowMs += 1000
  }
  memory.answers('in time')
  t.equal(
    spend(() => limiter.count(address), 100),
    1,
  )
  await limiter.sync()
  t.equal(
    memory.calls.flatMap(({ counts }) => counts).reduce((sum, [, n]) => sum + n, 0),
    10,
  )
})

t.test('requests that arrive during an exchange are sent in the next one', async (t) => {
  const { first: limiter, memory } = build({ limit: 5000 })
  spend(() => limiter.count(address), 5)
  const exchange = limiter.sync()
  spend(() => limiter.count(address), 7)
  await limiter.sync()
  await exchange
  await limiter.sync()
  const sent = memory.calls.flatMap(({ counts }) => counts.map(([, count]) => count))
  t.same(sent, [0, 5, 0, 7], 'and no two calls at the same time')
})

t.test('a window that ends during an exchange still receives its totals', async (t) => {
  const { all, memory, state } = build({ processes: 2 })
  const [first, second] = all
  spend(() => first?.count(address), 8)
  await first?.sync()
  second?.count(address)
  const exchange = second?.sync()
  state.nowMs += 60_000
  second?.count(address)
  await second?.sync()
  await exchange
  t.equal(
    spend(() => second?.count(address), 100),
    0,
    '8 and 1 before, 1 now',
  )
  await second?.sync()
  const sent = memory.calls.flatMap(({ counts }) => counts.map(([, count]) => count))
  t.same(sent, [0, 8, 0, 1, 0, 1], 'nothing twice')
})

t.test('counts are sent for their own window, even after it has ended', async (t) => {
  const { first: limiter, memory, state } = build()
  limiter.count(address)
  state.nowMs += 60_000
  await limiter.sync()
  t.same(memory.calls, [
    { group: 'vitrine:rate:address:1000', counts: [[address, 1]] },
    { group: 'vitrine:rate:address:1001', counts: [[address, 0]] },
  ])
})

t.test('any number of callers takes no more memory than the maximum tracked', async (t) => {
  const { first: limiter, memory, state } = build({ maxCallers: 50 })
  const flood = () => {
    for (let i = 0; i < 5000; i += 1) limiter.count(`10.0.${i >> 8}.${i & 255}`)
  }
  flood()
  t.equal(limiter.size(), 50)
  await limiter.sync()
  const told = () => new Set(memory.calls.flatMap(({ counts }) => counts.map(([name]) => name)))
  t.equal(told().size, 50, 'no more is exchanged')
  state.isReachable = false
  flood()
  await limiter.sync()
  t.equal(limiter.size(), 50)
})

t.test('an active caller is not evicted by a flood of others', async (t) => {
  const { first: limiter } = build({ maxCallers: 50 })
  let passed = 0
  for (let i = 0; i < 5000; i += 1) {
    limiter.count(`10.0.${i >> 8}.${i & 255}`)
    if (i % 40 === 0) passed += spend(() => limiter.count(address), 1)
  }
  t.equal(passed, 10)
})

t.test('it stops at once, and exchanges nothing more', async (t) => {
  const { first: limiter, memory } = build()
  limiter.start()
  limiter.count(address)
  limiter.stop()
  t.same(memory.calls, [])
})

t.test('many callers are exchanged in small batches', async (t) => {
  const { first: limiter, memory } = build({ maxCallers: 5000 })
  for (let i = 0; i < 1200; i += 1) limiter.count(`10.0.${i >> 8}.${i & 255}`)
  await limiter.sync()
  const sizes = memory.calls.map(({ counts }) => counts.length)
  t.same(sizes, [500, 500, 500, 500, 200, 200])
})
