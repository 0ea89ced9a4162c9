import { randomUUID } from 'node:crypto'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { Redis } from 'ioredis'
import { createReachReports } from '../../src/index.js'
import { openCache } from './open-cache.js'

/** The reports of one process. */
const open = async (t: Test, { url = backends().redisUrl, service = 'delivery' } = {}) =>
  createReachReports({ cache: await openCache(t, { url }), service, id: randomUUID() })

t.test('a process learns how long ago another one reached a dependency', async (t) => {
  const scope = randomUUID()
  const [one, other] = [await open(t), await open(t)]
  t.same(
    await one.exchange(scope, 'database', 0),
    { othersMs: null },
    'its own report does not count',
  )
  const told = await other.exchange(scope, 'database', 10_000)
  t.ok(told?.othersMs !== null && told?.othersMs !== undefined && told.othersMs < 10_000)
  const learnt = await one.exchange(scope, 'database', 0)
  t.ok((learnt?.othersMs ?? 0) >= 10_000, 'at least the reported age, by the clock of Redis')
})

t.test('services, installations and dependencies are separate', async (t) => {
  const scope = randomUUID()
  await (await open(t)).exchange(scope, 'database', 0)
  const second = await open(t)
  t.same(await second.exchange(randomUUID(), 'database', 0), { othersMs: null })
  t.same(await second.exchange(scope, 'store', 0), { othersMs: null })
  const manager = await open(t, { service: 'management-api' })
  t.same(await manager.exchange(scope, 'database', 0), { othersMs: null })
  t.equal(await manager.exchange('', 'database', 0), null, 'it is not known yet')
})

t.test('an old report is ignored, and every report expires', async (t) => {
  const scope = randomUUID()
  const [one, other] = [await open(t), await open(t)]
  await other.exchange(scope, 'database', 3_600_000)
  t.same(await one.exchange(scope, 'database', 0), { othersMs: null })
  const redis = new Redis(backends().redisUrl)
  t.teardown(() => redis.disconnect())
  const leftMs = await redis.pttl(`vitrine:reached:delivery:${scope}:database`)
  t.ok(leftMs > 0 && leftMs <= 60_000)
})

t.test('without Redis there is no answer', async (t) => {
  const reports = await open(t, { url: 'redis://127.0.0.1:1' })
  t.equal(await reports.exchange(randomUUID(), 'database', 0), null)
})
