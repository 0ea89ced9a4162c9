import type { Topic } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { createAcks } from '../../src/acks.js'
import { createFloors } from '../../src/floors.js'
import type { Bus } from '../../src/index.js'
import { createFixture } from './fixture.js'

const emptyLog = { from: 0, to: 0, head: 0, changes: [] }

t.test('floors are kept for a bounded number of tags', async (t) => {
  const floors = createFloors(emptyLog, 10)
  const old = { tags: ['never-named'], asOf: 0 }
  for (let seq = 1; seq <= 10; seq += 1) floors.apply({ seq, tags: [`tag-${seq}`] })
  t.ok(floors.isFresh(old), 'all floors are remembered')
  for (let seq = 11; seq <= 20; seq += 1) floors.apply({ seq, tags: [`tag-${seq}`] })
  t.notOk(floors.isFresh(old), 'the floors of older changes are replaced by a baseline')
  t.ok(floors.isFresh({ tags: ['never-named'], asOf: 15 }), 'later entries are still fresh')
  t.notOk(floors.isFresh({ tags: ['tag-18'], asOf: 15 }))
})

t.test('after a change of everything no remembered floor counts', async (t) => {
  const floors = createFloors(emptyLog, 10)
  floors.apply({ seq: 1, tags: ['named'] })
  floors.apply({ seq: 2, tags: ['*'] })
  for (const tags of [['named'], ['never-named'], []]) {
    t.notOk(floors.isFresh({ tags, asOf: 1 }))
    t.ok(floors.isFresh({ tags, asOf: 2 }))
  }
})

t.test('an entry in use stays fresh when the floors of older changes are forgotten', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  const { read } = await fixture.replica({ maxFloors: 4 })
  await read('a')
  const { fill } = fixture.calls()
  for (let i = 0; i < 20; i += 1) {
    await writer.write(`other-${i}`, 'new')
    await read('a')
  }
  t.equal(fixture.calls().fill, fill)
  writer.stop()
})

t.test('entries in memory have a bounded size', async (t) => {
  const fixture = createFixture()
  const { read, reader } = await fixture.replica({ maxBytes: 5000 })
  for (let i = 0; i < 30; i += 1) await read(`key-${i}`)
  const kept = [...reader.cached()].map(([key]) => key)
  t.ok(kept.length > 0 && kept.length < 10, `${kept.length} entries`)
  t.equal(kept[0], 'key-29', 'the oldest are dropped')
})

t.test('a fill that is always behind the log is tried a bounded number of times', async (t) => {
  const fixture = createFixture()
  fixture.commit('a', 'new')
  const { reader } = await fixture.replica()
  let fills = 0
  const behind = async () => {
    fills += 1
    if (fills > 100) throw new Error('tried without end')
    return { value: 'old', tags: ['tag:a'], asOf: 0 }
  }
  await t.rejects(async () => reader.read('a', behind), { code: 'DATABASE_UNAVAILABLE' })
  t.equal(fills, 5)
})

t.test('an audit compares a bounded number of entries', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer({ auditEvery: 1 })
  const { read } = await fixture.replica()
  for (let i = 0; i < 30; i += 1) await read(`key-${i}`)
  await writer.write('key-0', 'new')
  await fixture.time.advance(0)
  const audits = fixture.events.filter((event) => event.startsWith('audited'))
  t.same([...new Set(audits)], ['audited 11, stale: '], 'the changed one and ten others')
  writer.stop()
})

t.test('acknowledgements are kept for a bounded number of replicas', async (t) => {
  let hear: (message: string) => void = () => undefined
  const bus: Bus = {
    publish: async () => true,
    subscribe: (_: Topic, onMessage) => {
      hear = onMessage
    },
  }
  const acks = createAcks({ buses: [bus], clock: createFixture().time.clock })
  const ids = Array.from({ length: 1001 }, (_, index) => `replica-${index}`)
  const knows = async (id: string) => {
    const waiting = acks.within(1000, [id], 1)
    return Promise.race([waiting, Promise.resolve(false)])
  }
  for (const replica of ids.slice(0, 1000)) hear(JSON.stringify({ replica, seq: 1 }))
  acks.forgetOthers(['replica-0'])
  t.ok(await knows('replica-1'), 'few enough to remember all')
  hear(JSON.stringify({ replica: 'replica-1000', seq: 1 }))
  acks.forgetOthers(['replica-0'])
  t.ok(await knows('replica-0'))
  t.notOk(await knows('replica-1'))
})
