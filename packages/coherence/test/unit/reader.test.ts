import t from '@vitrine/testing/t'
import type { Snapshot } from '../../src/index.js'
import { createFixture, turn } from './fixture.js'

/** The value that a read returns at once; undefined for a promise. */
function atOnce(read: (key: string) => unknown, key: string): unknown {
  const value = read(key)
  if (!(value instanceof Promise)) return value
  value.catch(() => undefined)
  return undefined
}

t.test('a value is filled once and then cached, and so is absence', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'one')
  const { read } = await fixture.replica()
  for (const _ of [1, 2]) {
    t.equal(await read('a'), 'one')
    t.equal(await read('missing'), null)
  }
  t.equal(fixture.calls().fill, 2)
})

t.test('a cached value needs no call of any port', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  const before = fixture.calls()
  for (let i = 0; i < 100; i += 1) await read('a')
  t.same(fixture.callsSince(before), {})
})

t.test('a kept answer is returned at once, and only above the floors', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'one')
  const { read, replica } = await fixture.replica()
  t.equal(atOnce(read, 'a'), undefined, 'not kept')
  await read('a')
  t.equal(atOnce(read, 'a'), 'one')
  await read('missing')
  t.equal(atOnce(read, 'missing'), null, 'absence is kept too')
  fixture.commit('a', 'two')
  await replica.pull()
  t.equal(atOnce(read, 'a'), undefined, 'a change named its tag')
  await read('a')
  t.equal(atOnce(read, 'a'), 'two')
})

t.test('without a lease nothing is returned at once', async (t) => {
  const fixture = createFixture()
  const { read } = await fixture.replica()
  await read('a')
  t.equal(atOnce(read, 'a'), null)
  fixture.isDown = true
  fixture.time.stop(4000)
  t.equal(atOnce(read, 'a'), undefined)
})

t.test('a replica uses an entry that another one stored', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'one')
  const [first, second] = [await fixture.replica(), await fixture.replica()]
  await first.read('a')
  t.equal(await second.read('a'), 'one')
  t.equal(fixture.calls().fill, 1)
})

t.test('a new replica uses stored entries, unless the log has a newer change', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'one')
  fixture.commit('b', 'one')
  const first = await fixture.replica()
  await first.read('a')
  await first.read('b')
  fixture.commit('a', 'two')
  const late = await fixture.replica()
  t.equal(await late.read('a'), 'two')
  t.equal(await late.read('b'), 'one')
  t.equal(fixture.calls().fill, 3)
})

t.test('a thousand requests for one cold key fill it at most once per replica', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'one')
  const replicas = await Promise.all([1, 2, 3, 4].map(() => fixture.replica()))
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => replicas[i % 4]?.read('a')),
  )
  t.same(new Set(answers), new Set(['one']))
  t.ok((fixture.calls().fill ?? 0) <= 4)
})

t.test('a flush of Redis under load costs each replica at most one fill per key', async (t) => {
  const fixture = createFixture()
  const keys = Array.from({ length: 10 }, (_, i) => `key-${i}`)
  for (const key of keys) fixture.commit(key, 'one')
  const replicas = await Promise.all([1, 2, 3, 4].map(() => fixture.replica()))
  for (let round = 0; round < 20; round += 1) {
    const reading = replicas.flatMap(({ read }) => keys.map(read))
    if (round % 2 === 1) fixture.stored.clear()
    t.same(new Set(await Promise.all(reading)), new Set(['one']))
  }
  t.ok((fixture.calls().fill ?? 0) <= keys.length * replicas.length)
})

t.test('a stale entry that Redis restores is rejected', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const [first, second] = [await fixture.replica(), await fixture.replica()]
  fixture.commit('a', 'one')
  await first.read('a')
  const dump = new Map(fixture.stored)
  await writer.write('a', 'two')
  for (const [key, value] of dump) fixture.stored.set(key, value)
  t.equal(await second.read('a'), 'two')
  t.ok(fixture.events.includes('rejected from store'))
})

t.test('an entry of another database is not used', async (t) => {
  const fixture = createFixture()
  const first = await fixture.replica()
  await first.read('a')
  const ports = fixture.ports()
  const entry = [...fixture.stored.values()][0] ?? ''
  fixture.stored.clear()
  fixture.stored.set('two:a', entry.replace('null', '"of another database"'))
  t.equal(await (await fixture.replica(ports)).read('a'), null)
})

t.test('a request does not use a concurrent fill that started before a change', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { reader, read } = await fixture.replica()
  fixture.commit('a', 'one')
  const old = await fixture.fill('a')()
  let finish: (snapshot: Snapshot<string | null>) => void = () => undefined
  const slow = reader.read(
    'a',
    () =>
      new Promise<Snapshot<string | null>>((resolve) => {
        finish = resolve
      }),
  )
  await turn()
  await writer.write('a', 'two')
  const after = read('a')
  finish(old)
  t.equal(await slow, 'one', 'it started before the change')
  t.equal(await after, 'two')
  t.equal(await read('a'), 'two', 'the late fill is not used')
})

t.test('a fill from a database that lags is rejected', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { reader } = await fixture.replica()
  const old = await fixture.fill('a')()
  await writer.write('a', 'new')
  const answers = [old, await fixture.fill('a')()]
  t.equal(await reader.read('a', async () => answers.shift() ?? old), 'new')
  t.ok(fixture.events.includes('rejected from fill'))
})

t.test(
  'a failed fill fails all requests that waited for it; the next request fills again',
  async (t) => {
    const fixture = createFixture()
    const { reader, read } = await fixture.replica()
    fixture.commit('a', 'one')
    const broken = () => Promise.reject(new Error('broken'))
    const both = await Promise.allSettled([reader.read('a', broken), read('a')])
    for (const { status } of both) t.equal(status, 'rejected')
    t.equal(await read('a'), 'one')
  },
)

t.test('a value in the store that is no entry is replaced', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'one')
  for (const garbage of ['', '{', 'null', '{"value":"x"}', '{"value":"x","tags":[],"asOf":"9"}']) {
    const { read } = await fixture.replica()
    fixture.stored.set('one:a', garbage)
    t.equal(await read('a'), 'one', garbage)
  }
})

t.test('more tags than are remembered cost only refills', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { read } = await fixture.replica({ maxFloors: 3 })
  for (let i = 0; i < 20; i += 1) {
    await writer.write(`key-${i % 5}`, `${i}`)
    for (let key = 0; key < 5; key += 1) {
      t.equal(await read(`key-${key}`), fixture.rows.get(`key-${key}`) ?? null)
    }
  }
})

t.test('a change of everything makes every entry stale', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { read } = await fixture.replica()
  for (const key of ['a', 'b']) await read(key)
  fixture.rows.set('b', 'new')
  const change = fixture.commit('a', 'new', ['*'])
  await writer.settle({ logId: 'one', head: change.seq, changes: [change] })
  for (const key of ['a', 'b']) t.equal(await read(key), 'new')
})
