import t from 'tap'
import { createWorld } from './fixture.js'

const unavailable = { code: 'DATABASE_UNAVAILABLE' }

t.test('before it has registered, and without a database, nothing is answered', async (t) => {
  const world = createWorld()
  world.isDown = true
  const { read } = await world.replica()
  await t.rejects(read('a'), unavailable)
  world.isDown = false
  await world.time.advance(1000)
  t.equal(await read('a'), null)
})

t.test(
  'while the lease holds the database may be away, and what is kept is answered',
  async (t) => {
    const world = createWorld()
    const { read } = await world.replica({ copy: null })
    await read('a')
    world.isDown = true
    await world.time.advance(2000)
    t.equal(await read('a'), null)
    await t.rejects(read('b'), 'what is not kept cannot be filled')
    await world.time.advance(1000)
    await t.rejects(read('a'), unavailable)
    world.isDown = false
    await world.time.advance(1000)
    t.equal(await read('a'), null)
  },
)

t.test('a process that was stopped waits for a new lease before it answers', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  const { read } = await world.replica()
  await read('a')
  world.redis.loses = true
  world.notify.loses = true
  world.commit('a', 'new')
  world.time.stop(3000)
  t.equal(await read('a'), 'new')
  t.ok(world.events.includes('lease lapsed'))
  writer.stop()
})

t.test('a machine that was suspended does not trust its monotonic clock', async (t) => {
  const world = createWorld()
  const { read } = await world.replica()
  await read('a')
  world.redis.loses = true
  world.notify.loses = true
  world.commit('a', 'new')
  world.time.suspend(60_000)
  t.equal(await read('a'), 'new')
})

t.test('a fenced replica registers anew and knows what it missed', async (t) => {
  const world = createWorld()
  const { read, replica } = await world.replica()
  await read('a')
  const id = replica.id()
  world.redis.loses = true
  world.notify.loses = true
  world.commit('a', 'new')
  const row = world.register.get(id)
  if (row) world.register.set(id, { ...row, fenced: true })
  await world.time.advance(1000)
  t.ok(world.events.includes('fenced'))
  t.not(replica.id(), id)
  t.notOk(world.register.has(id), 'and no writer has to reckon with the former row')
  t.equal(await read('a'), 'new')
})

t.test('it leaves the register when it stops, and answers nothing from then on', async (t) => {
  const world = createWorld()
  const { read, replica } = await world.replica()
  await read('a')
  await replica.stop()
  t.equal(world.register.size, 0)
  await t.rejects(read('a'), unavailable)
})

t.test('a renewal that is answered after it has left gives it no lease', async (t) => {
  const world = createWorld()
  const { authority } = world.ports()
  let answer = (): void => undefined
  const slow: typeof authority.renew = async (...call) => {
    const renewal = await authority.renew(...call)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return renewal
  }
  const { read, replica } = await world.replica({ authority: { ...authority, renew: slow } })
  await read('a')
  await world.time.advance(800)
  await replica.stop()
  answer()
  await world.time.advance(0)
  await t.rejects(read('a'), unavailable)
})

t.test('a copy that says more than the log is of another one', async (t) => {
  const world = createWorld()
  const { read } = await world.replica()
  await read('a')
  await world.redis.copy.append([{ seq: 1, tags: [] }])
  await world.time.advance(1000)
  world.isDown = true
  await world.time.advance(4000)
  await t.rejects(read('a'), unavailable)
})

t.test('news with a gap is pulled from the log before it is acknowledged', async (t) => {
  const world = createWorld()
  const { read, replica } = await world.replica()
  await read('a')
  world.commit('a', 'new')
  const later = world.commit('b', 'new')
  const news = JSON.stringify({ history: 'one', upTo: later.seq, changes: [later] })
  await world.redis.bus.publish('changes', news)
  await world.time.advance(0)
  const acks = world.redis.sent.filter(({ topic }) => topic === 'acks')
  t.same(JSON.parse(acks.at(-1)?.message ?? ''), { replica: replica.id(), seq: later.seq })
  t.equal(await read('a'), 'new')
})

t.test('news that cannot be completed is not acknowledged', async (t) => {
  const world = createWorld()
  await world.replica()
  world.commit('a', 'new')
  const later = world.commit('b', 'new')
  world.isDown = true
  const sent = world.redis.sent.length
  const news = JSON.stringify({ history: 'one', upTo: later.seq, changes: [later] })
  await world.redis.bus.publish('changes', news)
  await world.time.advance(0)
  t.equal(world.redis.sent.length, sent + 1, 'nothing but the news itself')
})

t.test('asked by Postgres, it answers by Postgres', async (t) => {
  const world = createWorld()
  await world.replica()
  const change = world.commit('a', 'new')
  const news = JSON.stringify({ history: 'one', upTo: change.seq, changes: [] })
  await world.notify.bus.publish('changes', news)
  await world.time.advance(0)
  t.equal(world.notify.sent.at(-1)?.topic, 'acks')
  t.notOk(world.redis.sent.some(({ topic }) => topic === 'acks'))
})

t.test(
  'what the writers of another database say, by the same Redis, is of another log',
  async (t) => {
    const world = createWorld()
    const writer = world.writer()
    const { read } = await world.replica()
    await read('a')
    const foreign = { seq: world.head() + 1, tags: ['tag:other'] }
    const news = { history: 'other', upTo: foreign.seq, changes: [foreign] }
    await world.redis.bus.publish('changes', JSON.stringify(news))
    await world.time.advance(0)
    await writer.write('a', 'new')
    t.equal(await read('a'), 'new')
    writer.stop()
  },
)

t.test('what is no message of ours is ignored', async (t) => {
  const world = createWorld()
  const { read } = await world.replica()
  for (const text of ['', '{', 'null', '{"upTo":1}', '{"history":"one","upTo":-1,"changes":[]}'])
    await world.redis.bus.publish('changes', text)
  t.equal(await read('a'), null)
})

t.test('a log that was pruned, or is far ahead, makes everything be filled anew', async (t) => {
  for (const isPruned of [true, false]) {
    const world = createWorld()
    const { read } = await world.replica()
    await read('a')
    for (let i = 0; i < 2500; i += 1) world.commit('b', `${i}`)
    world.commit('a', 'two')
    if (isPruned) world.changes.splice(0, 1500)
    await world.time.advance(1000)
    t.equal(await read('a'), 'two', `pruned: ${isPruned}`)
  }
})

t.test('expiry is judged by the clock of the database', async (t) => {
  const world = createWorld()
  const { replica } = await world.replica()
  const before = replica.nowMs()
  t.ok(Math.abs(before - 1_700_000_000_000) < 1000)
  world.time.suspend(3_600_000)
  t.ok(replica.nowMs() - before < 1000, 'however the own one steps')
})

t.test('without Postgres, Redis confirms what is kept', async (t) => {
  const world = createWorld()
  const { read } = await world.replica()
  await read('a')
  world.isDown = true
  await world.time.advance(4000)
  t.equal(await read('a'), null)
  t.ok(world.events.includes('validated'))
  await t.rejects(read('b'), unavailable, 'what is not kept is not')
  const change = { seq: 1, tags: ['tag:a'] }
  await world.redis.copy.append([change])
  await t.rejects(read('a'), unavailable, 'nor what Redis says is old')
})

t.test('what Redis says counts only while it is sure to have lost nothing', async (t) => {
  const table: [what: string, spoil: (world: ReturnType<typeof createWorld>) => void][] = [
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
    const world = createWorld()
    const { read } = await world.replica()
    await read('a')
    world.isDown = true
    await world.time.advance(4000)
    spoil(world)
    await t.rejects(read('a'), unavailable, what)
  }
})

t.test('Redis stands in for as long as was agreed, and no longer', async (t) => {
  const world = createWorld()
  const { read } = await world.replica({ graceMs: 60_000 })
  await read('a')
  world.isDown = true
  await world.time.advance(59_000)
  t.equal(await read('a'), null)
  await world.time.advance(5000)
  await t.rejects(read('a'), unavailable)
})

t.test('whoever keeps something is told the tags of each change, once, in order', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  world.commit('before', 'it was there')
  const told: string[] = []
  const { replica } = await world.replica({ onChange: (tags) => void told.push(...tags) })
  await writer.write('heard', 'of by a message')
  world.commit('pulled', 'without a word')
  await replica.pull()
  await writer.write('heard-again', 'after that')
  t.same(told, ['tag:heard', 'tag:pulled', 'tag:heard-again'])
  writer.stop()
})

t.test('after it was fenced it is told what it missed meanwhile', async (t) => {
  const world = createWorld()
  const writer = world.writer()
  const told: string[] = []
  await world.replica({ onChange: (tags) => void told.push(...tags) })
  await writer.write('known', 'before')
  for (const row of world.register.values()) row.fenced = true
  world.commit('missed', 'meanwhile')
  await world.time.advance(1000)
  t.same(told, ['tag:known', 'tag:missed'])
  writer.stop()
})
