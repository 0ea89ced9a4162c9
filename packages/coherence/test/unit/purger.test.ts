import t from '@vitrine/testing/t'
import { createPurger, longestRestMs } from '../../src/index.js'
import { createFixture, type Fixture } from './fixture.js'

/** Caches in front that confirm, refuse or keep silent, and the position in the database. */
function createEdge(fixture: Fixture) {
  const edge = {
    purged: [] as (readonly string[])[],
    position: 0,
    mode: 'confirms' as 'confirms' | 'refuses' | 'is silent',
    purger: () =>
      createPurger({
        changeLog: fixture.ports().changeLog,
        position: {
          read: async () => edge.position,
          advance: async (to) => {
            edge.position = Math.max(edge.position, to)
          },
        },
        edge: {
          purge: async (tags) => {
            if (edge.mode === 'refuses') throw new Error('refused')
            if (edge.mode === 'is silent') await new Promise(() => undefined)
            edge.purged.push([...tags].sort())
          },
        },
      }),
  }
  return edge
}

t.test('changes are purged once, in the order of the log, and together if they wait', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const purger = edge.purger()
  fixture.commit('a', '1')
  await purger.purge(1)
  await purger.purge(1)
  fixture.commit('a', '2')
  fixture.commit('b', '2')
  fixture.commit('c', '2')
  await Promise.all([purger.purge(2), purger.purge(4), purger.purge(3)])
  t.same(edge.purged, [['tag:a'], ['tag:a'], ['tag:b', 'tag:c']])
  t.equal(edge.position, 4)
})

t.test(
  'a purge that a crashed process has not confirmed is repeated by the next one',
  async (t) => {
    const fixture = createFixture()
    const edge = createEdge(fixture)
    fixture.commit('a', '1')
    edge.mode = 'refuses'
    await t.rejects(edge.purger().purge(1), { message: 'refused' })
    t.equal(edge.position, 0)
    edge.mode = 'confirms'
    fixture.commit('b', '1')
    await edge.purger().purge(2)
    t.same(edge.purged, [['tag:a', 'tag:b']])
  },
)

t.test('changes that the log has lost may have named anything', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  for (const key of ['a', 'b', 'c']) fixture.commit(key, '1')
  fixture.changes.splice(0, 2)
  await edge.purger().purge(3)
  t.same(edge.purged, [['*', 'tag:c']])
})

t.test('a write waits for the caches after the replicas', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const writer = fixture.writer({ purger: edge.purger() })
  const { read } = await fixture.replica({ restMs: () => 0 })
  await read('a')
  t.match(await writer.write('a', 'new'), { acknowledged: 1, purgedMs: 0 })
  t.same(edge.purged, [['tag:a']])
})

t.test('an answer that may still be under way is waited for before the purge', async (t) => {
  for (const [what, rests] of [
    ['said by the replica', { restMs: () => 300 }],
    ['not known', {}],
  ] as const) {
    const fixture = createFixture()
    const edge = createEdge(fixture)
    const writer = fixture.writer({ purger: edge.purger() })
    await fixture.replica(rests)
    const writing = writer.write('a', 'new')
    await fixture.time.advance('restMs' in rests ? 299 : longestRestMs - 1)
    t.same(edge.purged, [], what)
    await fixture.time.advance(1)
    t.same(edge.purged, [['tag:a']], what)
    await writing
  }
})

t.test('a fenced replica has a rest of its own', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const writer = fixture.writer({ purger: edge.purger() })
  fixture.register.set('dead', { id: 'dead', renewals: 7, acked: 0, fenced: false, graceMs: 0 })
  const writing = writer.write('a', 'new')
  await fixture.time.advance(3500)
  t.ok(fixture.register.get('dead')?.fenced)
  t.same(edge.purged, [])
  await fixture.time.advance(longestRestMs)
  await writing
  t.same(edge.purged, [['tag:a']])
})

t.test(
  'without a confirmation the change is pending, and a repeated call goes on waiting',
  async (t) => {
    for (const mode of ['refuses', 'is silent'] as const) {
      const fixture = createFixture()
      const edge = createEdge(fixture)
      const writer = fixture.writer({ purger: edge.purger() })
      edge.mode = mode
      const writing = t.rejects(writer.write('a', 'new'), { code: 'PROPAGATION_PENDING' }, mode)
      await fixture.time.advance(10_500)
      await writing
      if (mode === 'is silent') continue
      edge.mode = 'confirms'
      await writer.settled()
      t.same(edge.purged, [['tag:a']])
    }
  },
)

t.test('what a crashed process has left is purged without a call', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  fixture.commit('a', 'left')
  fixture.writer({ purger: edge.purger() })
  await fixture.time.advance(1500)
  t.same(edge.purged, [['tag:a']])
})
