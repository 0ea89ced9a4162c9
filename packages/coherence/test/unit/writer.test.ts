import t from 'tap'
import { createWorld, type World } from './fixture.js'

/** What has become of a promise by now. */
async function stateOf(world: World, promise: Promise<unknown>): Promise<string> {
  const outcome = promise.then(
    () => 'acknowledged',
    (error: { code?: string }) => error.code ?? 'failed',
  )
  await world.time.advance(0)
  return Promise.race([outcome, Promise.resolve('waiting')])
}

t.test('where no replica is registered there is nobody to wait for', async (t) => {
  const world = createWorld()
  await t.resolves(world.writer().write('a', 'one'))
})

t.test('a change is acknowledged once every replica has applied it', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  const replicas = await Promise.all([1, 2, 3].map(() => world.replica()))
  for (const { read } of replicas) await read('a')
  await writer.write('a', 'new')
  for (const { read } of replicas) t.equal(await read('a'), 'new')
  t.equal(world.calls().notify ?? 0, 0, 'Redis was enough')
})

t.test('where Redis is gone, or silent, Postgres tells of it', async (t) => {
  for (const fault of ['isDown', 'loses'] as const) {
    const world = createWorld()
    const writer = world.writer()
    const { read } = await world.replica()
    await read('a')
    world.redis[fault] = true
    const writing = writer.write('a', 'new')
    await world.time.advance(25)
    t.equal(await stateOf(world, writing), 'acknowledged', fault)
    t.equal(await read('a'), 'new')
  }
})

t.test('where all news is lost, the next renewals bring it', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  const { read } = await world.replica()
  await read('a')
  world.redis.loses = true
  world.notify.loses = true
  const writing = writer.write('a', 'new')
  t.equal(await stateOf(world, writing), 'waiting')
  await world.time.advance(1700)
  t.equal(await stateOf(world, writing), 'acknowledged')
  t.equal(await read('a'), 'new')
})

t.test('a dead replica delays a change by a lease and is then fenced', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  world.register.set('dead', { id: 'dead', renewals: 7, acked: 0, fenced: false, graceMs: 0 })
  const writing = writer.write('a', 'new')
  await world.time.advance(3100)
  t.equal(await stateOf(world, writing), 'waiting')
  await world.time.advance(400)
  t.equal(await stateOf(world, writing), 'acknowledged')
  t.ok(world.register.get('dead')?.fenced)
  await t.resolves(writer.write('a', 'newer'), 'and nobody after that')
})

t.test('a dead replica is fenced though nobody writes', async (t) => {
  const world = createWorld()
  world.writer()
  world.register.set('dead', { id: 'dead', renewals: 7, acked: 0, fenced: false, graceMs: 0 })
  await world.time.advance(5000)
  t.ok(world.register.get('dead')?.fenced)
})

t.test('a replica that renews is never fenced', async (t) => {
  const world = createWorld()
  world.writer()
  const { replica } = await world.replica()
  await world.time.advance(60_000)
  t.notOk(world.register.get(replica.id())?.fenced)
})

t.test('what is not known in time is pending, and a repeated call goes on waiting', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  const { replica } = await world.replica()
  world.redis.loses = true
  world.notify.loses = true
  const row = () => world.register.get(replica.id())
  const renewing = setTurns(world, () => {
    // It renews, and acknowledges nothing.
    const current = row()
    if (current) world.register.set(current.id, { ...current, acked: 0 })
  })
  const writing = writer.write('a', 'new')
  writing.catch(() => undefined)
  await renewing(10_500)
  t.equal(await stateOf(world, writing), 'PROPAGATION_PENDING')
  const repeated = writer.settled()
  t.equal(await stateOf(world, repeated), 'waiting')
  await world.time.advance(2000)
  t.equal(await stateOf(world, repeated), 'acknowledged')
  t.same(
    world.events.filter((event) => event === 'pending' || event === 'acknowledged'),
    ['pending', 'acknowledged'],
  )
})

/** Advances in small steps, with something done after each. */
const setTurns = (world: World, act: () => void) => async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) {
    act()
    await world.time.advance(50)
    act()
  }
}

t.test('what is acknowledged already is not waited for again', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  await world.replica()
  await writer.write('a', 'new')
  const before = world.calls()
  await writer.settle({ history: 'one', head: world.head(), changes: [] })
  t.same(world.callsSince(before), {})
})

t.test('another writer waits for a change that the first one did not see through', async (t) => {
  const world = createWorld()
  const { read } = await world.replica()
  await read('a')
  world.commit('a', 'new')
  await world.writer().settled()
  t.equal(await read('a'), 'new')
})

t.test('a fenced replica that Redis may keep alive needs the change to be in Redis', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  const row = { id: 'cut off', renewals: 7, acked: 0, fenced: true, graceMs: 60_000 }
  world.register.set(row.id, row)
  await writer.write('a', 'one')
  t.ok(world.redis.held.has(1))
  world.redis.isDown = true
  const writing = writer.write('a', 'two')
  writing.catch(() => undefined)
  await world.time.advance(10_500)
  t.equal(await stateOf(world, writing), 'PROPAGATION_PENDING')
  world.redis.isDown = false
  await writer.settled()
  t.ok(world.redis.held.has(2), 'a repeated call copies what the replica lacks')
  world.redis.isDown = true
  await world.time.advance(65_000)
  await t.resolves(writer.write('a', 'three'), 'by now it answers nothing')
})

t.test('every so many changes, one is compared at every replica', async (t) => {
  const world = createWorld()
  const writer = world.writer({ auditEvery: 2 })
  const { read } = await world.replica()
  for (const key of ['a', 'b']) await read(key)
  const audits = () => world.events.filter((event) => event.startsWith('audited'))
  for (let i = 0; i < 4; i += 1) {
    await writer.write('a', `${i}`)
    await read('a')
  }
  await world.time.advance(0)
  t.equal(new Set(audits()).size, 1)
  t.equal(audits()[0], 'audited 2, stale: ')
  // A write that forgets its tag: nothing in the log says that the answer is old.
  world.rows.set('b', 'forgotten')
  for (let i = 0; i < 2; i += 1) await writer.write('a', 'again')
  await world.time.advance(0)
  t.equal(audits().at(-1), 'audited 2, stale: b')
})
