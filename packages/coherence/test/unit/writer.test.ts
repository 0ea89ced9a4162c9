import t from '@vitrine/testing/t'
import { createFixture, type Fixture } from './fixture.js'

/** The state of a promise after all ready callbacks. */
async function stateOf(fixture: Fixture, promise: Promise<unknown>): Promise<string> {
  const outcome = promise.then(
    () => 'acknowledged',
    (error: { code?: string }) => error.code ?? 'failed',
  )
  await fixture.time.advance(0)
  return Promise.race([outcome, Promise.resolve('waiting')])
}

t.test('without registered replicas a write is acknowledged at once', async (t) => {
  const fixture = createFixture()
  await t.resolves(fixture.writer().write('a', 'one'))
})

t.test('a change is acknowledged once every replica has applied it', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const replicas = await Promise.all([1, 2, 3].map(() => fixture.replica()))
  for (const { read } of replicas) await read('a')
  await writer.write('a', 'new')
  for (const { read } of replicas) t.equal(await read('a'), 'new')
  t.equal(fixture.calls().notify ?? 0, 0, 'Redis was enough')
})

t.test('if Redis is down or silent, replicas are notified by Postgres', async (t) => {
  for (const fault of ['isDown', 'loses'] as const) {
    const fixture = createFixture()
    const writer = fixture.writer()
    const { read } = await fixture.replica()
    await read('a')
    fixture.redis[fault] = true
    const writing = writer.write('a', 'new')
    await fixture.time.advance(25)
    t.equal(await stateOf(fixture, writing), 'acknowledged', fault)
    t.equal(await read('a'), 'new')
  }
})

t.test(
  'if all notifications are lost, replicas learn of the change at their next renewal',
  async (t) => {
    const fixture = createFixture()
    const writer = fixture.writer()
    const { read } = await fixture.replica()
    await read('a')
    fixture.redis.loses = true
    fixture.notify.loses = true
    const writing = writer.write('a', 'new')
    t.equal(await stateOf(fixture, writing), 'waiting')
    await fixture.time.advance(1700)
    t.equal(await stateOf(fixture, writing), 'acknowledged')
    t.equal(await read('a'), 'new')
  },
)

t.test('a dead replica delays a change by a lease and is then fenced', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  fixture.register.set('dead', { id: 'dead', renewals: 7, acked: 0, fenced: false, graceMs: 0 })
  const writing = writer.write('a', 'new')
  await fixture.time.advance(3100)
  t.equal(await stateOf(fixture, writing), 'waiting')
  await fixture.time.advance(400)
  t.equal(await stateOf(fixture, writing), 'acknowledged')
  t.ok(fixture.register.get('dead')?.fenced)
  await t.resolves(writer.write('a', 'newer'), 'and delays no later change')
})

t.test('a dead replica is fenced even without writes', async (t) => {
  const fixture = createFixture()
  fixture.writer()
  fixture.register.set('dead', { id: 'dead', renewals: 7, acked: 0, fenced: false, graceMs: 0 })
  await fixture.time.advance(5000)
  t.ok(fixture.register.get('dead')?.fenced)
})

t.test('a replica that renews is never fenced', async (t) => {
  const fixture = createFixture()
  fixture.writer()
  const { replica } = await fixture.replica()
  await fixture.time.advance(60_000)
  t.notOk(fixture.register.get(replica.id())?.fenced)
})

t.test(
  'a change that is not acknowledged in time is pending, and a repeated call resumes the wait',
  async (t) => {
    const fixture = createFixture()
    const writer = fixture.writer()
    const { replica } = await fixture.replica()
    fixture.redis.loses = true
    fixture.notify.loses = true
    const row = () => fixture.register.get(replica.id())
    const renewing = setTurns(fixture, () => {
      // The replica renews its lease and acknowledges nothing.
      const current = row()
      if (current) fixture.register.set(current.id, { ...current, acked: 0 })
    })
    const writing = writer.write('a', 'new')
    writing.catch(() => undefined)
    await renewing(10_500)
    t.equal(await stateOf(fixture, writing), 'PROPAGATION_PENDING')
    const repeated = writer.settled()
    t.equal(await stateOf(fixture, repeated), 'waiting')
    await fixture.time.advance(2000)
    t.equal(await stateOf(fixture, repeated), 'acknowledged')
    t.same(
      fixture.events.filter((event) => event === 'pending' || event === 'acknowledged'),
      ['pending', 'acknowledged'],
    )
  },
)

/** Advances the clock in small steps and calls the function after each. */
const setTurns = (fixture: Fixture, act: () => void) => async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) {
    act()
    await fixture.time.advance(50)
    act()
  }
}

t.test(
  'an acknowledgement counts the replicas, and not those that can no longer answer',
  async (t) => {
    const fixture = createFixture()
    const writer = fixture.writer()
    t.match(await writer.write('a', 'one'), { acknowledged: 0, replicas: 0 })
    for (const _ of [1, 2, 3]) await fixture.replica()
    const dead = { id: 'dead', renewals: 7, acked: 0, fenced: true, graceMs: 0 }
    fixture.register.set('dead', dead)
    const acknowledged = await writer.write('a', 'two')
    t.match(acknowledged, { acknowledged: 3, replicas: 3, waitedMs: Number })
    t.match(
      await writer.settled(),
      { acknowledged: 3, replicas: 3, waitedMs: 0 },
      'no wait is left',
    )
  },
)

t.test(
  'a fenced replica that may answer by the copy of the log is counted, not as aware',
  async (t) => {
    const fixture = createFixture()
    const copy = { append: async () => true, since: async () => null }
    const writer = fixture.writer({ logCopy: copy })
    await fixture.replica()
    const fenced = { id: 'cut off', renewals: 7, acked: 0, fenced: true, graceMs: 60_000 }
    fixture.register.set('cut off', fenced)
    t.match(await writer.write('a', 'new'), { acknowledged: 1, replicas: 2 })
  },
)

t.test('a change that is acknowledged already is not waited for again', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  await fixture.replica()
  await writer.write('a', 'new')
  const before = fixture.calls()
  await writer.settle({ logId: 'one', head: fixture.head(), changes: [] })
  t.same(fixture.callsSince(before), {})
})

t.test('another writer waits for a change that the first one left pending', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  fixture.commit('a', 'new')
  await fixture.writer().settled()
  t.equal(await read('a'), 'new')
})

t.test(
  'a fenced replica in its grace period needs the change in the copy of the log',
  async (t) => {
    const fixture = createFixture()
    const writer = fixture.writer()
    const row = { id: 'cut off', renewals: 7, acked: 0, fenced: true, graceMs: 60_000 }
    fixture.register.set(row.id, row)
    await writer.write('a', 'one')
    t.ok(fixture.redis.held.has(1))
    fixture.redis.isDown = true
    const writing = writer.write('a', 'two')
    writing.catch(() => undefined)
    await fixture.time.advance(10_500)
    t.equal(await stateOf(fixture, writing), 'PROPAGATION_PENDING')
    fixture.redis.isDown = false
    await writer.settled()
    t.ok(fixture.redis.held.has(2), 'a repeated call copies what the replica lacks')
    fixture.redis.isDown = true
    await fixture.time.advance(65_000)
    await t.resolves(writer.write('a', 'three'), 'its grace period is over')
  },
)

t.test('a fenced replica is waited for 2 % and 1 s longer than its grace period', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  fixture.redis.isDown = true
  const row = { id: 'cut off', renewals: 7, acked: 0, fenced: true, graceMs: 60_000 }
  fixture.register.set(row.id, row)
  await fixture.time.advance(61_900)
  const writing = writer.write('a', 'new')
  t.equal(await stateOf(fixture, writing), 'waiting')
  await fixture.time.advance(1000)
  t.equal(await stateOf(fixture, writing), 'acknowledged')
})

t.test('some changes are audited at every replica', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer({ auditEvery: 2 })
  const { read } = await fixture.replica()
  for (const key of ['a', 'b']) await read(key)
  const audits = () => fixture.events.filter((event) => event.startsWith('audited'))
  for (let i = 0; i < 4; i += 1) {
    await writer.write('a', `${i}`)
    await read('a')
  }
  await fixture.time.advance(0)
  t.equal(new Set(audits()).size, 1)
  t.equal(audits()[0], 'audited 2, stale: ')
  // A write that logs no tag: nothing in the log shows that the entry is stale.
  fixture.rows.set('b', 'forgotten')
  for (let i = 0; i < 2; i += 1) await writer.write('a', 'again')
  await fixture.time.advance(0)
  t.equal(audits().at(-1), 'audited 2, stale: b')
})
