import t from '@vitrine/testing/t'
import { createFixture } from './fixture.js'

const unavailable = { code: 'DATABASE_UNAVAILABLE' }

t.test('an unregistered replica answers nothing', async (t) => {
  const fixture = createFixture()
  fixture.isDown = true
  const { read } = await fixture.replica()
  await t.rejects(async () => read('a'), unavailable)
  fixture.isDown = false
  await fixture.time.advance(1000)
  t.equal(await read('a'), null)
})

t.test('while the lease holds, cached values are answered without the database', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica({ logCopy: null })
  await read('a')
  fixture.isDown = true
  await fixture.time.advance(2000)
  t.equal(await read('a'), null)
  await t.rejects(async () => read('b'), 'other values cannot be filled')
  await fixture.time.advance(1000)
  await t.rejects(async () => read('a'), unavailable)
  fixture.isDown = false
  await fixture.time.advance(1000)
  t.equal(await read('a'), null)
})

t.test('a process that was paused waits for a new lease before it answers', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { read } = await fixture.replica()
  await read('a')
  fixture.redis.loses = true
  fixture.notify.loses = true
  fixture.commit('a', 'new')
  fixture.time.stop(3000)
  t.equal(await read('a'), 'new')
  t.ok(fixture.events.includes('lease lapsed'))
  writer.stop()
})

t.test('a machine that was suspended does not trust its monotonic clock', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  fixture.redis.loses = true
  fixture.notify.loses = true
  fixture.commit('a', 'new')
  fixture.time.suspend(60_000)
  t.equal(await read('a'), 'new')
})

t.test('a wall clock that was set back ends the lease, too', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  fixture.redis.loses = true
  fixture.notify.loses = true
  fixture.commit('a', 'new')
  fixture.time.suspend(-60_000)
  t.equal(await read('a'), 'new')
})

t.test('a fenced replica registers again and knows what it missed', async (t) => {
  const fixture = createFixture()
  const { read, replica } = await fixture.replica()
  await read('a')
  const id = replica.id()
  fixture.redis.loses = true
  fixture.notify.loses = true
  fixture.commit('a', 'new')
  const row = fixture.register.get(id)
  if (row) fixture.register.set(id, { ...row, fenced: true })
  await fixture.time.advance(1000)
  t.ok(fixture.events.includes('fenced'))
  t.not(replica.id(), id)
  t.notOk(fixture.register.has(id), 'and no writer has to reckon with the former row')
  t.equal(await read('a'), 'new')
})

t.test('after an outage, reads wait for the replica that registers again', async (t) => {
  const fixture = createFixture()
  const { changeLog } = fixture.ports()
  let isSlow = false
  let answer = (): void => undefined
  const register: typeof changeLog.register = async (...call) => {
    const registered = await changeLog.register(...call)
    if (!isSlow) return registered
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return registered
  }
  const { read } = await fixture.replica({ changeLog: { ...changeLog, register } })
  await read('a')
  fixture.isDown = true
  await fixture.time.advance(4000)
  for (const row of fixture.register.values()) row.fenced = true
  isSlow = true
  fixture.isDown = false
  await fixture.time.advance(300)
  const reading = read('a')
  answer()
  t.equal(await reading, null)
})

t.test('a stopped replica leaves the register and answers nothing any more', async (t) => {
  const fixture = createFixture()
  const { read, replica } = await fixture.replica()
  await read('a')
  await replica.stop()
  t.equal(fixture.register.size, 0)
  await t.rejects(async () => read('a'), unavailable)
})

t.test('a renewal that is answered after the stop gives no lease', async (t) => {
  const fixture = createFixture()
  const { changeLog } = fixture.ports()
  let answer = (): void => undefined
  const slow: typeof changeLog.renew = async (...call) => {
    const renewal = await changeLog.renew(...call)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return renewal
  }
  const { read, replica } = await fixture.replica({ changeLog: { ...changeLog, renew: slow } })
  await read('a')
  await fixture.time.advance(800)
  await replica.stop()
  answer()
  await fixture.time.advance(0)
  await t.rejects(async () => read('a'), unavailable)
})

t.test('a copy that is ahead of the log belongs to another log', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  await fixture.redis.copy.append([{ seq: 1, tags: [] }])
  await fixture.time.advance(1000)
  fixture.isDown = true
  await fixture.time.advance(4000)
  await t.rejects(async () => read('a'), unavailable)
})

t.test(
  'after a notification with a gap the log is pulled before the acknowledgement',
  async (t) => {
    const fixture = createFixture()
    const { read, replica } = await fixture.replica()
    await read('a')
    fixture.commit('a', 'new')
    const later = fixture.commit('b', 'new')
    const notification = JSON.stringify({ logId: 'one', upTo: later.seq, changes: [later] })
    await fixture.redis.bus.publish('changes', notification)
    await fixture.time.advance(0)
    const acks = fixture.redis.sent.filter(({ topic }) => topic === 'acks')
    t.same(JSON.parse(acks.at(-1)?.message ?? ''), { replica: replica.id(), seq: later.seq })
    t.equal(await read('a'), 'new')
  },
)

t.test('a notification that cannot be completed is not acknowledged', async (t) => {
  const fixture = createFixture()
  await fixture.replica()
  fixture.commit('a', 'new')
  const later = fixture.commit('b', 'new')
  fixture.isDown = true
  const sent = fixture.redis.sent.length
  const notification = JSON.stringify({ logId: 'one', upTo: later.seq, changes: [later] })
  await fixture.redis.bus.publish('changes', notification)
  await fixture.time.advance(0)
  t.equal(fixture.redis.sent.length, sent + 1, 'only the notification itself')
})

t.test('a notification by Postgres is acknowledged by Postgres', async (t) => {
  const fixture = createFixture()
  await fixture.replica()
  const change = fixture.commit('a', 'new')
  const notification = JSON.stringify({ logId: 'one', upTo: change.seq, changes: [] })
  await fixture.notify.bus.publish('changes', notification)
  await fixture.time.advance(0)
  t.equal(fixture.notify.sent.at(-1)?.topic, 'acks')
  t.notOk(fixture.redis.sent.some(({ topic }) => topic === 'acks'))
})

t.test('notifications of another database on the same Redis are ignored', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { read } = await fixture.replica()
  await read('a')
  const foreign = { seq: fixture.head() + 1, tags: ['tag:other'] }
  const notification = { logId: 'other', upTo: foreign.seq, changes: [foreign] }
  await fixture.redis.bus.publish('changes', JSON.stringify(notification))
  await fixture.time.advance(0)
  await writer.write('a', 'new')
  t.equal(await read('a'), 'new')
  writer.stop()
})

t.test('invalid messages are ignored', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  for (const text of ['', '{', 'null', '{"upTo":1}', '{"logId":"one","upTo":-1,"changes":[]}'])
    await fixture.redis.bus.publish('changes', text)
  t.equal(await read('a'), null)
})

t.test('a log that was pruned, or is far ahead, makes every entry stale', async (t) => {
  for (const isPruned of [true, false]) {
    const fixture = createFixture()
    const { read } = await fixture.replica()
    await read('a')
    for (let i = 0; i < 2500; i += 1) fixture.commit('b', `${i}`)
    fixture.commit('a', 'two')
    if (isPruned) fixture.changes.splice(0, 1500)
    await fixture.time.advance(1000)
    t.equal(await read('a'), 'two', `pruned: ${isPruned}`)
  }
})

t.test('expiry is judged by the clock of the database', async (t) => {
  const fixture = createFixture()
  const { replica } = await fixture.replica()
  const before = replica.nowMs()
  t.ok(Math.abs(before - 1_700_000_000_000) < 1000)
  fixture.time.suspend(3_600_000)
  t.ok(replica.nowMs() - before < 1000, 'however the local clock steps')
})

t.test('without Postgres, Redis confirms cached values', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  fixture.isDown = true
  await fixture.time.advance(4000)
  t.equal(await read('a'), null)
  t.ok(fixture.events.includes('validated'))
  await t.rejects(async () => read('b'), unavailable, 'other values are not answered')
  const change = { seq: 1, tags: ['tag:a'] }
  await fixture.redis.copy.append([change])
  await t.rejects(async () => read('a'), unavailable, 'nor values that the copy shows to be stale')
})

t.test('Redis confirms nothing if it may have lost a change', async (t) => {
  const table: [what: string, spoil: (fixture: ReturnType<typeof createFixture>) => void][] = [
    [
      'another run of it',
      ({ redis }) => {
        redis.identity = 'second run'
      },
    ],
    [
      'it is down',
      ({ redis }) => {
        redis.isDown = true
      },
    ],
    [
      'a gap',
      ({ redis }) => {
        redis.held.set(5, { seq: 5, tags: [] })
      },
    ],
  ]
  for (const [what, spoil] of table) {
    const fixture = createFixture()
    const { read } = await fixture.replica()
    await read('a')
    fixture.isDown = true
    await fixture.time.advance(4000)
    spoil(fixture)
    const refused = t.rejects(async () => read('a'), unavailable, what)
    await fixture.time.advance(1100)
    await refused
  }
})

t.test(
  'where the copy lacks a change of a writer, reads wait until the database answers',
  async (t) => {
    const fixture = createFixture()
    const { read } = await fixture.replica()
    await read('a')
    fixture.isDown = true
    await fixture.time.advance(4000)
    fixture.commit('b', 'of a writer that lost its connection')
    await fixture.redis.copy.append([fixture.commit('c', 'of one that has a new one')])
    const readings = [read('a'), read('b')]
    await fixture.time.advance(100)
    fixture.isDown = false
    await fixture.time.advance(400)
    t.same(await Promise.all(readings), [null, 'of a writer that lost its connection'])
  },
)

t.test('a change that is on its way when Postgres fails costs no grace period', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  const { since } = fixture.redis.copy
  fixture.redis.copy.since = async (...given) => {
    fixture.redis.copy.since = since
    await fixture.redis.copy.append([fixture.commit('b', 'new')])
    fixture.isDown = true
    return since(...given)
  }
  await fixture.time.advance(5000)
  t.equal(await read('a'), null)
})

t.test('one silence of Redis before the outage costs no grace period', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  fixture.redis.isDown = true
  await fixture.time.advance(2000)
  fixture.redis.isDown = false
  fixture.isDown = true
  await fixture.time.advance(4000)
  t.equal(await read('a'), null)
})

t.test('Redis confirms values only during the grace period', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica({ graceMs: 60_000 })
  await read('a')
  fixture.isDown = true
  await fixture.time.advance(59_000)
  t.equal(await read('a'), null)
  await fixture.time.advance(5000)
  await t.rejects(async () => read('a'), unavailable)
})

t.test('onChange gets the tags of each change once and in order', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  fixture.commit('before', 'it was there')
  const told: string[] = []
  const { replica } = await fixture.replica({ onChange: (tags) => void told.push(...tags) })
  await writer.write('heard', 'of by a message')
  fixture.commit('pulled', 'without a word')
  await replica.pull()
  await writer.write('heard-again', 'after that')
  t.same(told, ['tag:heard', 'tag:pulled', 'tag:heard-again'])
  writer.stop()
})

t.test('after a fence onChange gets the changes that were missed', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const told: string[] = []
  await fixture.replica({ onChange: (tags) => void told.push(...tags) })
  await writer.write('known', 'before')
  for (const row of fixture.register.values()) row.fenced = true
  fixture.commit('missed', 'during-the-gap')
  await fixture.time.advance(1000)
  t.same(told, ['tag:known', 'tag:missed'])
  writer.stop()
})
