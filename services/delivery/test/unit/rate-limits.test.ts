import fc from 'fast-check'
import t from 'tap'
import {
  createRateLimits,
  type RateLimitsOptions,
} from '../../src/plugins/rate-limits/rate-limits.js'

const off = { perKey: 0, perAddress: 0, makingsPerAddress: 0 }
const address = '192.0.2.1'

type Counts = Parameters<RateLimitsOptions['shared']['add']>[1]

/** Adds up as Redis does, and can be made to fail. */
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

/** Processes that count together, at a time that stands still until it is moved. */
function build({
  limits = { ...off, perAddress: 10 },
  processes = 1,
  maxCallers = 1000,
}: Partial<Pick<RateLimitsOptions, 'limits' | 'maxCallers'>> & { processes?: number } = {}) {
  const memory = createMemory()
  const state = { nowMs: 60_000 * 1000, isReachable: true }
  const all = Array.from({ length: processes }, () =>
    createRateLimits({
      limits,
      maxCallers,
      shared: memory,
      isReachable: () => state.isReachable,
      now: () => state.nowMs,
    }),
  )
  return { memory, state, all, first: all[0] as (typeof all)[0] }
}

/** @returns how many of so many are let through. */
function spend(count: () => void, times: number): number {
  let passed = 0
  for (let i = 0; i < times; i += 1) {
    try {
      count()
      passed += 1
    } catch {
      // Refused: not counted here either.
    }
  }
  return passed
}

t.test('each budget is for itself, and says what it is and when to come again', async (t) => {
  const { first: limits } = build({ limits: { perKey: 3, perAddress: 5, makingsPerAddress: 2 } })
  const table = [
    ['key', 3, () => limits.countKeyUse('id'), 'Too many requests with this API key: 3'],
    ['address', 5, () => limits.countRequest(address), 'Too many requests from this address: 5'],
    ['making', 2, () => limits.countMaking(address), 'Too many new renditions for this address: 2'],
  ] as const
  for (const [name, limit, count, message] of table) {
    t.equal(spend(count, 20), limit, name)
    t.throws(count, {
      code: 'TOO_MANY_REQUESTS',
      message: `${message} in a minute. Try again in 61 s.`,
      retryAfterSeconds: 61,
      headers: { 'ratelimit-policy': `"${name}";q=${limit};w=60`, ratelimit: `"${name}";r=0;t=61` },
    })
  }
  t.same(limits.refused(), { key: 18, address: 16, making: 19 })
})

t.test('what is answered at once counts for both, or is left to the usual way', async (t) => {
  const { first: limits } = build({ limits: { ...off, perAddress: 4, perKey: 6 } })
  const times = (count: number, address: string, key?: string) =>
    Array.from({ length: count }, () => limits.admitWarm(address, key)).filter(Boolean).length
  t.equal(times(9, '192.0.2.1', 'key'), 4, 'the address has no more')
  t.equal(times(9, '192.0.2.2', 'key'), 2, 'nor has the key, which no refused one counted for')
  t.equal(times(9, '192.0.2.2', 'other'), 2, 'and no refused one counted for the address')
  t.equal(times(9, '192.0.2.3'), 4, 'without a key')
  for (const count of [() => limits.countRequest('192.0.2.1'), () => limits.countKeyUse('key')]) {
    t.throws(count, { code: 'TOO_MANY_REQUESTS' })
  }
  t.same(limits.refused(), { key: 1, address: 1, making: 0 }, 'only the usual way refuses')
  const { first: unlimited } = build({ limits: off })
  t.equal(unlimited.admitWarm('192.0.2.1', 'key'), true)
})

t.test('0 is no limit', async (t) => {
  const { first: limits } = build({ limits: off })
  for (const count of [limits.countRequest, limits.countKeyUse, limits.countMaking]) {
    t.equal(
      spend(() => count(address), 100),
      100,
    )
  }
  t.equal(limits.size(), 0)
})

t.test('addresses have budgets of their own, and IPv6 has one for each /64', async (t) => {
  const { first: limits } = build({ limits: { ...off, perAddress: 10, makingsPerAddress: 10 } })
  const table: [addresses: string[], passed: number][] = [
    [['192.0.2.1', '192.0.2.2'], 20],
    [['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:0db8:1:2:3:4:5:6'], 10],
    [['2001:db8:1:3::1'], 10],
    [['198.51.100.1', '::ffff:198.51.100.1'], 10],
    [['no address', 'x'.repeat(10_000)], 10],
  ]
  for (const [addresses, passed] of table) {
    for (const count of [limits.countRequest, limits.countMaking]) {
      const sum = addresses.reduce((all, ip) => all + spend(() => count(ip), 15), 0)
      t.equal(sum, passed, addresses.join(', ').slice(0, 80))
    }
  }
})

t.test('what was let through a minute ago is free again, bit by bit', async (t) => {
  const { first: limits, state } = build()
  const count = () => spend(() => limits.countRequest(address), 100)
  t.equal(count(), 10)
  state.nowMs += 60_000
  t.equal(count(), 0, 'all of it is still of the last minute')
  state.nowMs += 30_000
  t.equal(count(), 5)
  state.nowMs += 90_000
  t.equal(count(), 10)
})

t.test('what others let through counts from the next exchange on', async (t) => {
  const { all, memory } = build({ processes: 3 })
  const count = (i: number) => spend(() => all[i]?.countRequest(address), 4)
  const exchange = async () => {
    for (const limits of all) await limits.sync()
  }
  t.same([count(0), count(1)], [4, 4])
  await exchange()
  await exchange()
  t.equal(memory.calls.length, 4, 'who has counted nothing asks nothing: two windows of two')
  t.equal(count(1), 2, 'ten in all')
  await exchange()
  t.equal(count(2), 4, 'it knows nothing yet')
  await exchange()
  t.same([count(0), count(1), count(2)], [4, 0, 0], 'the first has not heard of it')
  // 18 in all: the limit, and what two processes let through between two exchanges.
})

t.test('a process that is new in a window learns of the one before', async (t) => {
  const { all, state } = build({ processes: 2 })
  const count = (i: number, times: number) => spend(() => all[i]?.countRequest(address), times)
  count(0, 10)
  await all[0]?.sync()
  state.nowMs += 60_000 + 6_000
  t.equal(count(1, 1), 1)
  await all[1]?.sync()
  t.equal(count(1, 10), 0, 'nine of the ten are still of the last minute')
})

t.test('what is little of a limit stays with the process that counted it', async (t) => {
  const { first: limits, memory } = build({ limits: { ...off, perAddress: 60_000 } })
  spend(() => limits.countRequest(address), 59)
  await limits.sync()
  t.same(memory.calls, [])
  limits.countRequest(address)
  await limits.sync()
  t.same(memory.calls, [
    { group: 'vitrine:rate:address:999', counts: [[address, 0]] },
    { group: 'vitrine:rate:address:1000', counts: [[address, 60]] },
  ])
})

t.test('nothing is sent when nothing was counted, nor of what was refused', async (t) => {
  const { first: limits, memory, state } = build({ limits: { ...off, perAddress: 1 } })
  await limits.sync()
  limits.countRequest(address)
  await limits.sync()
  const { length } = memory.calls
  spend(() => limits.countRequest(address), 100)
  await limits.sync()
  state.nowMs += 1000
  await limits.sync()
  t.equal(memory.calls.length, length)
})

t.test('however many processes and whatever comes, the bound holds', async () => {
  const limit = 20
  const step = fc.record({
    at: fc.integer({ min: 0, max: 3 }),
    requests: fc.integer({ min: 0, max: 15 }),
  })
  // One second each: some requests to some of the processes, then all exchange.
  const seconds = fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 59 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), seconds, async (processes, script) => {
      const { all, state } = build({ limits: { ...off, perAddress: limit }, processes })
      let passed = 0
      let most = 0
      for (const steps of script) {
        const here = all.map(() => 0)
        for (const { at, requests } of steps) {
          const i = at % processes
          const through = spend(() => all[i]?.countRequest(address), requests)
          here[i] = (here[i] ?? 0) + through
          passed += through
        }
        most = Math.max(most, ...here)
        for (const limits of all) await limits.sync()
        state.nowMs += 1000
      }
      return passed <= limit + (processes - 1) * (most + Math.max(1, limit / 1000))
    }),
  )
})

t.test('with the others out of reach each goes by its own count, and catches up', async (t) => {
  const { all, state, memory } = build({ processes: 2 })
  const count = (i: number) => spend(() => all[i]?.countRequest(address), 100)
  const exchange = async () => {
    for (const limits of all) await limits.sync()
  }
  state.isReachable = false
  t.equal(count(0), 10)
  await exchange()
  t.same(memory.calls, [])
  state.isReachable = true
  await exchange()
  t.equal(count(1), 10, 'what the other did is learnt with the first exchange')
  await exchange()
  state.nowMs += 60_000 + 45_000
  t.same([count(0), count(1)], [8, 5], 'a quarter: of its own 10, and of the 20 of both')
})

t.test('a call that was counted and never answered does not count against anybody', async (t) => {
  const { first: limits, memory, state } = build()
  memory.answers('too late')
  for (let second = 0; second < 9; second += 1) {
    limits.countRequest(address)
    await limits.sync()
    state.nowMs += 1000
  }
  memory.answers('in time')
  t.equal(
    spend(() => limits.countRequest(address), 100),
    1,
  )
  await limits.sync()
  t.equal(
    memory.calls.flatMap(({ counts }) => counts).reduce((sum, [, n]) => sum + n, 0),
    10,
  )
})

t.test('what comes while a call is under way is handed over by the next one', async (t) => {
  const { first: limits, memory } = build({ limits: { ...off, perAddress: 5000 } })
  spend(() => limits.countRequest(address), 5)
  const exchange = limits.sync()
  spend(() => limits.countRequest(address), 7)
  await limits.sync()
  await exchange
  await limits.sync()
  const sent = memory.calls.flatMap(({ counts }) => counts.map(([, count]) => count))
  t.same(sent, [0, 5, 0, 7], 'and no two calls at the same time')
})

t.test('a window that ends while a call is under way keeps its answer', async (t) => {
  const { all, memory, state } = build({ processes: 2 })
  const [first, second] = all
  spend(() => first?.countRequest(address), 8)
  await first?.sync()
  second?.countRequest(address)
  const exchange = second?.sync()
  state.nowMs += 60_000
  second?.countRequest(address)
  await second?.sync()
  await exchange
  t.equal(
    spend(() => second?.countRequest(address), 100),
    0,
    '8 and 1 before, 1 now',
  )
  await second?.sync()
  const sent = memory.calls.flatMap(({ counts }) => counts.map(([, count]) => count))
  t.same(sent, [0, 8, 0, 1, 0, 1], 'nothing twice')
})

t.test('what was counted in a window is told of that window, also after it', async (t) => {
  const { first: limits, memory, state } = build()
  limits.countRequest(address)
  state.nowMs += 60_000
  await limits.sync()
  t.same(memory.calls, [
    { group: 'vitrine:rate:address:1000', counts: [[address, 1]] },
    { group: 'vitrine:rate:address:1001', counts: [[address, 0]] },
  ])
})

t.test('callers without end take no more memory than the most that are remembered', async (t) => {
  const { first: limits, memory, state } = build({ maxCallers: 50 })
  const flood = () => {
    for (let i = 0; i < 5000; i += 1) limits.countRequest(`10.0.${i >> 8}.${i & 255}`)
  }
  flood()
  t.equal(limits.size(), 50)
  await limits.sync()
  const told = () => new Set(memory.calls.flatMap(({ counts }) => counts.map(([name]) => name)))
  t.equal(told().size, 50, 'nor is more handed over')
  state.isReachable = false
  flood()
  await limits.sync()
  t.equal(limits.size(), 50)
})

t.test('who keeps coming is not forgotten in a flood of others', async (t) => {
  const { first: limits } = build({ maxCallers: 50 })
  let passed = 0
  for (let i = 0; i < 5000; i += 1) {
    limits.countRequest(`10.0.${i >> 8}.${i & 255}`)
    if (i % 40 === 0) passed += spend(() => limits.countRequest(address), 1)
  }
  t.equal(passed, 10)
})

t.test('it ends at once, and tells nobody anything more', async (t) => {
  const { first: limits, memory } = build()
  limits.start()
  limits.countRequest(address)
  limits.stop()
  t.same(memory.calls, [])
})

t.test('many callers are handed over in commands that hold nobody up', async (t) => {
  const { first: limits, memory } = build({ maxCallers: 5000 })
  for (let i = 0; i < 1200; i += 1) limits.countRequest(`10.0.${i >> 8}.${i & 255}`)
  await limits.sync()
  const sizes = memory.calls.map(({ counts }) => counts.length)
  t.same(sizes, [500, 500, 500, 500, 200, 200])
})
