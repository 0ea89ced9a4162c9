import t from '@vitrine/testing/t'
import { createRateLimits, type RateLimitsOptions } from '../../src/rate-limits.js'

const off = {
  ...{ perKey: 0, perAddress: 0, rendersPerAddress: 0 },
  ...{ eventsPerKey: 0, eventsPerAddress: 0 },
}
const noEvents = { 'key-events': 0, 'address-events': 0 }
const address = '192.0.2.1'

function build(limits: RateLimitsOptions['limits']) {
  return createRateLimits({
    limits,
    shared: { add: async () => null },
    isReachable: () => false,
    now: () => 60_000 * 1000,
  })
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
  const limits = build({ ...off, perKey: 3, perAddress: 5, rendersPerAddress: 2 })
  const table = [
    ['key', 3, () => limits.chargeKeyUse('id'), 'Too many requests with this API key: 3'],
    ['address', 5, () => limits.chargeRequest(address), 'Too many requests from this address: 5'],
    [
      'renders',
      2,
      () => limits.chargeRender(address),
      'Too many new renditions for this address: 2',
    ],
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
  t.same(limits.refused(), { ...noEvents, key: 18, address: 16, renders: 19 })
})

t.test('a request is charged to its address first, and then to its key', async (t) => {
  const limits = build({ ...off, perAddress: 4, perKey: 6 })
  const times = (count: number, address: string, key: string) =>
    spend(() => {
      limits.chargeRequest(address)
      limits.chargeKeyUse(key)
    }, count)
  t.equal(times(9, '192.0.2.1', 'key'), 4, 'the address has no more')
  t.equal(
    times(9, '192.0.2.2', 'key'),
    2,
    'nor has the key, which no refused request was charged to',
  )
  t.equal(
    times(9, '192.0.2.2', 'other'),
    0,
    'a request that the key refused counts for its address',
  )
  t.equal(times(9, '192.0.2.3', 'other'), 4)
  t.same(limits.refused(), { ...noEvents, key: 2, address: 24, renders: 0 })
})

t.test('0 is no limit', async (t) => {
  const limits = build(off)
  for (const count of [limits.chargeRequest, limits.chargeKeyUse, limits.chargeRender]) {
    t.equal(
      spend(() => count(address), 100),
      100,
    )
  }
  t.equal(limits.size(), 0)
})

t.test('addresses have separate budgets, and IPv6 has one per /64', async (t) => {
  const limits = build({ ...off, perAddress: 10, rendersPerAddress: 10 })
  const table: [addresses: string[], passed: number][] = [
    [['192.0.2.1', '192.0.2.2'], 20],
    [['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:0db8:1:2:3:4:5:6'], 10],
    [['2001:db8:1:3::1'], 10],
    [['198.51.100.1', '::ffff:198.51.100.1'], 10],
    [['no address', 'x'.repeat(10_000)], 10],
  ]
  for (const [addresses, passed] of table) {
    for (const count of [limits.chargeRequest, limits.chargeRender]) {
      const sum = addresses.reduce((all, ip) => all + spend(() => count(ip), 15), 0)
      t.equal(sum, passed, addresses.join(', ').slice(0, 80))
    }
  }
})
