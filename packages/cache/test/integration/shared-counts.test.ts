import { randomUUID } from 'node:crypto'
import { backends } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { Redis } from 'ioredis'
import { createSharedCounts } from '../../src/index.js'
import { openCache } from './open-cache.js'

/** The counts of one process. */
const open = async (t: Test, { url = backends().redisUrl, maxNames = 1000 } = {}) =>
  createSharedCounts({ cache: await openCache(t, { url }), keepMs: 60_000, maxNames })

const freshGroup = () => `test:${randomUUID()}`

t.test('each process gets the total of all processes', async (t) => {
  const [one, other] = [await open(t), await open(t)]
  const group = freshGroup()
  t.same(
    await one.add(group, [
      ['a', 2],
      ['b', 5],
    ]),
    [2, 5],
  )
  t.same(
    await other.add(group, [
      ['b', 1],
      ['c', 7],
    ]),
    [6, 7],
  )
  t.same(
    await one.add(group, [
      ['c', 1],
      ['b', 1],
      ['a', 1],
    ]),
    [8, 7, 3],
    'in the order asked',
  )
})

t.test('a count of 0 only reads', async (t) => {
  const counts = await open(t)
  const group = freshGroup()
  t.same(await counts.add(group, [['a', 0]]), [0])
  await counts.add(group, [['a', 3]])
  t.same(
    await counts.add(group, [
      ['a', 0],
      ['b', 0],
    ]),
    [3, 0],
  )
  t.same(await counts.add(group, []), [])
})

t.test('groups are independent', async (t) => {
  const counts = await open(t)
  await counts.add(freshGroup(), [['a', 3]])
  t.same(await counts.add(freshGroup(), [['a', 1]]), [1])
})

t.test('the number of names is bounded: beyond it only existing names are counted', async (t) => {
  const counts = await open(t, { maxNames: 2 })
  const group = freshGroup()
  t.same(
    await counts.add(group, [
      ['a', 1],
      ['b', 1],
      ['c', 4],
    ]),
    [1, 1, 4],
  )
  t.same(
    await counts.add(group, [
      ['a', 1],
      ['c', 2],
    ]),
    [2, 2],
  )
})

t.test('a group expires some time after its last change', async (t) => {
  const counts = await open(t)
  const redis = new Redis(backends().redisUrl)
  t.teardown(() => redis.disconnect())
  const group = freshGroup()
  await counts.add(group, [['a', 1]])
  await redis.pexpire(group, 1000)
  await counts.add(group, [['a', 1]])
  const restMs = await redis.pttl(group)
  t.ok(restMs > 1000 && restMs <= 60_000, `${restMs} ms`)
})

t.test('a thousand counts are one command', async (t) => {
  const counts = await open(t, { maxNames: 5000 })
  const group = freshGroup()
  const many = Array.from({ length: 1000 }, (_, i) => [`name ${i}`, i + 1] as const)
  t.same(
    await counts.add(group, many),
    many.map(([, count]) => count),
  )
})

t.test('without Redis, or with another type under the key, the result is null', async (t) => {
  t.equal(await (await open(t, { url: 'redis://127.0.0.1:1' })).add('group', [['a', 1]]), null)
  const redis = new Redis(backends().redisUrl)
  t.teardown(() => redis.disconnect())
  const group = freshGroup()
  await redis.set(group, 'text', 'EX', 60)
  t.equal(await (await open(t)).add(group, [['a', 1]]), null)
})
