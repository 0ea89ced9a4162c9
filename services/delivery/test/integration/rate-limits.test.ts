import { randomUUID } from 'node:crypto'
import { createSharedCounts } from '@vitrine/cache'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { createRateLimits, type RateLimits } from '../../src/rate-limits.js'
import { connectCache, privateRedis } from '../private-redis.js'

const limit = 1000
const clock = { nowMs: Date.now() }

/** The limits of one process, with a separate connection. */
async function start(t: Test, url = backends().redisUrl) {
  const { cache, until } = await connectCache(t, url)
  const limits = createRateLimits({
    limits: {
      ...{ perKey: limit, perAddress: 0, rendersPerAddress: 0 },
      ...{ eventsPerKey: 0, eventsPerAddress: 0 },
    },
    shared: createSharedCounts({ cache, keepMs: 180_000 }),
    isReachable: cache.isUp,
    now: () => clock.nowMs,
  })
  return { limits, until }
}

const startMany = (t: Test, count: number, url?: string) =>
  Promise.all(Array.from({ length: count }, () => start(t, url)))

/** @returns how many of these requests are admitted. */
function spend({ limits }: { limits: RateLimits }, key: string, times: number): number {
  let passed = 0
  for (let i = 0; i < times; i += 1) {
    try {
      limits.chargeKeyUse(key)
      passed += 1
    } catch {
      // Rejected.
    }
  }
  return passed
}

const exchange = async (processes: { limits: RateLimits }[]) => {
  for (const { limits } of processes) await limits.sync()
}

t.test('a limit holds across processes, except for requests within one second', async (t) => {
  const processes = await startMany(t, 4)
  const key = randomUUID()
  const perSecond = 60
  let passed = 0
  for (let second = 0; second < 15; second += 1) {
    for (const process of processes) passed += spend(process, key, perSecond)
    await exchange(processes)
  }
  t.ok(passed >= limit, `${passed}`)
  t.ok(passed <= limit + 3 * (perSecond + limit / 1000), `${passed}`)
})

t.test('a window that slides on every process admits the same number again', async (t) => {
  const processes = await startMany(t, 2)
  const [first, second] = processes as [(typeof processes)[0], (typeof processes)[0]]
  const key = randomUUID()
  clock.nowMs = Math.ceil(clock.nowMs / 60_000) * 60_000
  t.equal(spend(first, key, limit), limit)
  await exchange(processes)
  t.equal(spend(second, key, 10), 10)
  await exchange(processes)
  t.equal(spend(second, key, 10), 0)
  clock.nowMs += 90_000
  t.equal(spend(second, key, limit), 495, 'half of the 1,010 that both admitted')
  await exchange(processes)
  t.equal(spend(first, key, 10), 10, 'it has heard of nothing since')
  await exchange(processes)
  t.equal(spend(first, key, 10), 0)
})

t.test(
  'while Redis is gone each process has its own limit, and then they share again',
  async (t) => {
    const { url, signal } = await privateRedis(t)
    const processes = await startMany(t, 2, url)
    const [first, second] = processes as [(typeof processes)[0], (typeof processes)[0]]
    const both = (wanted: 'up' | 'down') => Promise.all(processes.map(({ until }) => until(wanted)))
    const [key, other] = [randomUUID(), randomUUID()]
    t.equal(spend(first, key, 400), 400)
    await exchange(processes)

    signal('SIGSTOP')
    await exchange(processes)
    t.equal(spend(first, key, 400), 400, 'at once, also before it is known')
    await both('down')
    await exchange(processes)
    t.equal(spend(first, key, limit), 200, 'its own limit holds')
    t.equal(spend(second, key, 2 * limit), limit, 'of each')
    t.equal(spend(first, other, 700), 700)

    signal('SIGCONT')
    await both('up')
    await exchange(processes)
    spend(second, other, 1)
    await exchange(processes)
    t.equal(spend(second, other, limit), 299, 'including the requests counted in the meantime')
  },
)
