import t from 'tap'
import { createRedis } from '../../src/servers/redis.js'

const change = (seq: number) => ({ seq, tags: [] })
const identityOf = (redis: ReturnType<typeof createRedis>) => redis.since(0, 10).identity

t.test('the copy returns changes up to a gap, and its head beyond the gap', async (t) => {
  const redis = createRedis(10)
  redis.append([change(4), change(2), change(1), change(2)])
  t.match(redis.since(0, 10), { from: 0, to: 2, head: 4, changes: [change(1), change(2)] })
  t.match(redis.since(0, 1), { to: 1, head: 4, changes: [change(1)] })
  t.match(redis.since(4, 10), { from: 4, to: 4, head: 4, changes: [] })
})

t.test('a full copy drops its oldest changes', async (t) => {
  const redis = createRedis(2)
  redis.append([change(1), change(2), change(3)])
  t.match(redis.since(0, 10), { to: 0, head: 3 })
  t.match(redis.since(1, 10), { to: 3, head: 3 })
})

const losses = {
  'a flush': (redis: ReturnType<typeof createRedis>) => redis.flush(),
  'an eviction': (redis: ReturnType<typeof createRedis>) => redis.evictCopy(),
  'a restart': (redis: ReturnType<typeof createRedis>) => redis.restart(),
}
for (const [name, lose] of Object.entries(losses)) {
  t.test(`after ${name} the copy has another identity`, async (t) => {
    const redis = createRedis(10)
    redis.append([change(1)])
    const before = identityOf(redis)
    redis.append([change(2)])
    t.equal(identityOf(redis), before)
    redis.save()
    lose(redis)
    t.not(identityOf(redis), before)
  })
}

t.test('a restart restores the last dump', async (t) => {
  const redis = createRedis(10)
  redis.set('key', 'old')
  redis.append([change(1)])
  redis.save()
  redis.set('key', 'new')
  redis.append([change(2)])
  redis.restart()
  t.equal(redis.get('key'), 'old')
  t.match(redis.since(0, 10), { to: 1, head: 1 })
})
