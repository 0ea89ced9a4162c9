import t from 'tap'
import type { Snapshot } from '../../src/index.js'
import { createWorld } from './world.js'

t.test('an answer is filled once and then kept, absence too', async (t) => {
  const world = createWorld()
  const { read } = world.replica()
  world.write('a', 'one')
  t.equal(await read('a'), 'one')
  t.equal(await read('a'), 'one')
  t.equal(await read('missing'), null)
  t.equal(await read('missing'), null)
  t.equal(world.fills, 2)
})

t.test('another replica uses what one has kept', async (t) => {
  const world = createWorld()
  const [first, second] = [world.replica(), world.replica()]
  await second.read('b')
  world.write('a', 'one')
  await first.read('a')
  const { fills } = world
  t.equal(await second.read('a'), 'one')
  t.equal(world.fills, fills)
})

t.test('a read that starts after a change sees it, heard of or not', async (t) => {
  for (const busLoses of [false, true]) {
    const world = createWorld()
    world.busLoses = busLoses
    const { read } = world.replica()
    world.write('a', 'one')
    await read('a')
    world.write('a', 'two')
    t.equal(await read('a'), 'two', `bus loses: ${busLoses}`)
  }
})

t.test('a change leaves answers with other tags kept', async (t) => {
  const world = createWorld()
  const { read } = world.replica()
  await read('a')
  world.write('b', 'x')
  await read('a')
  t.equal(world.fills, 1)
})

t.test('an old answer that comes back from the dead is refused', async (t) => {
  const world = createWorld()
  const { read } = world.replica()
  world.write('a', 'one')
  await read('a')
  const dump = new Map(world.stored)
  world.write('a', 'two')
  await read('a')
  for (const [key, value] of dump) world.stored.set(key, value)
  t.equal(await read('a'), 'two')
})

t.test('a replica that has just started trusts nothing from before it did', async (t) => {
  const world = createWorld()
  world.write('a', 'one')
  await world.replica().read('a')
  world.busLoses = true
  world.write('a', 'two')
  t.equal(await world.replica().read('a'), 'two')
})

t.test('a request does not take over a fill that had started before a change', async (t) => {
  const world = createWorld()
  const { reader } = world.replica()
  world.write('a', 'one')
  const old = world.snapshot('a')
  let finish: (snapshot: Snapshot<string | null>) => void = () => undefined
  let started: () => void = () => undefined
  const hasStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const slow = reader.read('a', () => {
    started()
    return new Promise<Snapshot<string | null>>((resolve) => {
      finish = resolve
    })
  })
  await hasStarted
  world.write('a', 'two')
  const after = reader.read('a', world.fill('a'))
  finish(old)
  t.equal(await slow, 'one', 'it started before the change')
  t.equal(await after, 'two')
  t.equal(await reader.read('a', world.fill('a')), 'two', 'the late fill was not kept')
})

t.test('a thousand requests for one cold key fill it once', async (t) => {
  const world = createWorld()
  world.write('a', 'one')
  const { read } = world.replica()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => read('a')))
  t.same(new Set(answers), new Set(['one']))
  t.equal(world.fills, 1)
})

t.test(
  'a failed fill is answered to its own request; those who waited try for themselves',
  async (t) => {
    const world = createWorld()
    const { reader } = world.replica()
    world.write('a', 'one')
    const failing = reader.read('a', () => Promise.reject(new Error('broken')))
    const other = reader.read('a', world.fill('a'))
    await t.rejects(failing, { message: 'broken' })
    t.equal(await other, 'one')
  },
)

t.test('without the log nothing is answered, kept or not', async (t) => {
  const world = createWorld()
  const { read } = world.replica()
  await read('a')
  world.down = true
  await t.rejects(read('a'), { message: 'the database is down' })
  world.down = false
  await t.resolves(read('a'))
})

t.test('what the store holds and is no entry is filled over', async (t) => {
  const world = createWorld()
  const { read } = world.replica()
  world.write('a', 'one')
  for (const garbage of ['', '{', 'null', '{"value":"x"}', '{"value":"x","tags":[],"asOf":"-1"}']) {
    world.stored.set('a', garbage)
    t.equal(await read('a'), 'one', garbage)
  }
})

t.test('a log that was pruned, or is far ahead, makes everything be filled anew', async (t) => {
  for (const pruned of [true, false]) {
    const world = createWorld()
    world.busLoses = true
    const { read } = world.replica()
    await read('a')
    for (let i = 0; i < 1500; i += 1) world.write('b', `${i}`)
    world.write('a', 'two')
    if (pruned) world.changes.splice(0, 1500)
    t.equal(await read('a'), 'two', `pruned: ${pruned}`)
    world.write('a', 'three')
    t.equal(await read('a'), 'three', `pruned: ${pruned}`)
  }
})

t.test('more tags than are remembered cost refills and nothing else', async (t) => {
  const world = createWorld()
  const { read } = world.replica(3)
  for (let i = 0; i < 20; i += 1) {
    world.write(`key-${i % 5}`, `${i}`)
    for (let key = 0; key < 5; key += 1) {
      t.equal(await read(`key-${key}`), world.rows.get(`key-${key}`) ?? null)
    }
  }
})
