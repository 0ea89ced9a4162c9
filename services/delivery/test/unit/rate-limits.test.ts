import t from 'tap'
import { createRateLimits, type RateLimitsOptions } from '../../src/rate-limits.js'

const off = { perKey: 0, perAddress: 0, makingsPerAddress: 0 }
const address = '192.0.2.1'

function build(limits: RateLimitsOptions['limits']) {
  return createRateLimits({
    limits,
    shared: { add: async () => null },
    isReachable: () => false,
    now: () => 60_000 * 1000,
  })
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

t.test('each limit is for itself, and says what it is and when to come again', async (t) => {
  const limits = build({ perKey: 3, perAddress: 5, makingsPerAddress: 2 })
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
  const limits = build({ ...off, perAddress: 4, perKey: 6 })
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
  const unlimited = build(off)
  t.equal(unlimited.admitWarm('192.0.2.1', 'key'), true)
})

t.test('0 is no limit', async (t) => {
  const limits = build(off)
  for (const count of [limits.countRequest, limits.countKeyUse, limits.countMaking]) {
    t.equal(
      spend(() => count(address), 100),
      100,
    )
  }
  t.equal(limits.size(), 0)
})

t.test('addresses have budgets of their own, and IPv6 has one for each /64', async (t) => {
  const limits = build({ ...off, perAddress: 10, makingsPerAddress: 10 })
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
