import t from '@vitrine/testing/t'
import { type CallLimitsOptions, createCallLimits } from '../../src/limits/call-limits.js'

const off = { perUser: 0, perAddress: 0, anonymousPerAddress: 0 }
const address = '192.0.2.1'

const build = (options: Partial<CallLimitsOptions>) =>
  createCallLimits({
    limits: off,
    shared: { add: async () => null },
    isReachable: () => false,
    now: () => 60_000 * 1000,
    ...options,
  })

/** @returns how many of the calls are accepted. */
function spend(count: () => void, times: number): number {
  let passed = 0
  for (let i = 0; i < times; i += 1) {
    try {
      count()
      passed += 1
    } catch {
      // Rejected calls are not counted.
    }
  }
  return passed
}

t.test('each limit is independent, and the message names it', async (t) => {
  const limits = build({ limits: { perUser: 3, perAddress: 5, anonymousPerAddress: 2 } })
  const table = [
    [3, () => limits.countUserCall('id'), 'Too many calls of this user: 3'],
    [5, () => limits.countCall(address), 'Too many calls from this address: 5'],
    [
      2,
      () => limits.countAnonymousCall(address),
      'Too many calls from this address without a valid access token: 2',
    ],
  ] as const
  for (const [limit, count, message] of table) {
    t.equal(spend(count, 20), limit, message)
    t.throws(count, {
      code: 'TOO_MANY_REQUESTS',
      message: `${message} in a minute. Try again in 61 s.`,
    })
  }
  t.same(limits.refused(), { user: 18, address: 16, anonymous: 19 })
})

t.test('0 disables a limit', async (t) => {
  const limits = build({})
  for (const count of [limits.countUserCall, limits.countCall, limits.countAnonymousCall]) {
    t.equal(
      spend(() => count(address), 100),
      100,
    )
  }
  t.equal(limits.size(), 0)
})

t.test('the table of addresses is bounded', async (t) => {
  const maxCallers = 50
  const limits = build({
    limits: { perUser: 10, perAddress: 10, anonymousPerAddress: 10 },
    maxCallers,
  })
  for (let i = 0; i < 5000; i += 1) {
    for (const ip of [`10.0.${i >> 8}.${i & 255}`, `2001:db8:${i.toString(16)}::1`]) {
      limits.countCall(ip)
      limits.countAnonymousCall(ip)
    }
  }
  t.equal(limits.size(), 2 * maxCallers)
})
