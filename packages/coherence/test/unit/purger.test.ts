import t from '@vitrine/testing/t'
import { createPurger } from '../../src/index.js'
import { longestRestMs } from '../../src/rest.js'
import { createFixture, type Fixture, turn } from './fixture.js'

/** Caches in front that confirm, refuse or keep silent, and how far they have confirmed, in the database. */
function createEdge(fixture: Fixture, position: number | null = 0) {
  const edge = {
    purged: [] as (readonly string[])[],
    attempts: 0,
    logId: 'one',
    position,
    mode: 'confirms' as 'confirms' | 'refuses' | 'is silent',
    purger: () =>
      createPurger({
        ...fixture.ports(),
        position: {
          read: async () => ({ logId: edge.logId, seq: edge.position }),
          advance: async (_logId, to) => {
            edge.position = Math.max(edge.position ?? 0, to)
          },
        },
        edge: {
          purge: async (tags) => {
            edge.attempts += 1
            if (edge.mode === 'refuses') throw new Error('no')
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
  t.equal(await purger.within(1000, 1), true)
  t.equal(await purger.within(1000, 1), true)
  for (const key of ['a', 'b', 'c']) fixture.commit(key, '2')
  const all = [2, 4, 3].map((seq) => purger.within(1000, seq))
  t.same(await Promise.all(all), [true, true, true])
  t.same(edge.purged, [['tag:a'], ['tag:a'], ['tag:b', 'tag:c']])
  t.equal(edge.position, 4)
})

t.test('another process goes on at the last confirmation', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  fixture.commit('a', '1')
  await edge.purger().within(1000, 1)
  fixture.commit('b', '1')
  edge.mode = 'is silent'
  const killed = edge.purger().within(100, 2)
  await fixture.time.advance(100)
  t.equal(await killed, false)
  t.equal(edge.position, 1)
  edge.mode = 'confirms'
  fixture.commit('c', '1')
  t.equal(await edge.purger().within(1000, 3), true)
  t.same(edge.purged, [['tag:a'], ['tag:b', 'tag:c']])
})

t.test('changes that the log has lost may have named anything', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  for (const key of ['a', 'b', 'c']) fixture.commit(key, '1')
  fixture.changes.splice(0, 2)
  await edge.purger().within(1000, 3)
  t.same(edge.purged, [['*', 'tag:c']])
})

t.test('a cache that has confirmed nothing of this log may have kept anything', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture, null)
  for (const key of ['a', 'b']) fixture.commit(key, '1')
  await edge.purger().within(1000, 2)
  t.same(edge.purged, [['*']])
  t.equal(edge.position, 2)
})

t.test('a refused purge is repeated, less and less often, until the process stops', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const purger = edge.purger()
  fixture.commit('a', '1')
  edge.mode = 'refuses'
  const first = purger.within(1000, 1)
  await fixture.time.advance(60_000)
  t.equal(await first, false)
  t.ok(edge.attempts > 10 && edge.attempts < 20, `${edge.attempts} attempts in a minute`)
  t.equal(fixture.events[0], 'purge failed: no')
  const { attempts } = edge
  purger.stop()
  await fixture.time.advance(60_000)
  t.equal(edge.attempts, attempts)
})

t.test('a purge goes on after its caller has stopped waiting', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  fixture.commit('a', '1')
  edge.mode = 'refuses'
  const waiting = edge.purger().within(1000, 1)
  await fixture.time.advance(1000)
  t.equal(await waiting, false)
  edge.mode = 'confirms'
  await fixture.time.advance(5000)
  t.same(edge.purged, [['tag:a']])
})

t.test(
  'a log that ends before a change that was purged is an error and not an endless search',
  async (t) => {
    const fixture = createFixture()
    const edge = createEdge(fixture)
    const waiting = edge.purger().within(150, 5)
    await fixture.time.advance(150)
    t.equal(await waiting, false)
    t.match(fixture.events, ['purge failed: the log ends at 0, before the change 5'])
  },
)

t.test('a write waits for the caches after the replicas', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const writer = fixture.writer({ purger: edge.purger() })
  await fixture.replica({ hasCaches: true })
  t.match(await writer.write('a', 'new'), { acknowledged: 1, purgedMs: 0 })
  t.same(edge.purged, [['tag:a']])
})

t.test('without caches nothing is purged, and nobody looks for purges', async (t) => {
  const fixture = createFixture()
  const writer = fixture.writer()
  await fixture.replica()
  t.match(await writer.write('a', 'new'), { acknowledged: 1, purgedMs: null })
  await fixture.time.advance(10_000)
  t.equal(fixture.calls().head, undefined)
})

t.test('an answer that may still be on its way is waited for before the purge', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const writer = fixture.writer({ purger: edge.purger() })
  const { replica } = await fixture.replica({ hasCaches: true })
  const answer = replica.edgeAnswers?.begin(['tag:a'], () => undefined)
  t.equal(answer?.mayBeKept(), true)
  answer?.end()
  await fixture.time.advance(400)
  await writer.write('b', 'new')
  t.same(edge.purged, [['tag:b']], 'made of something else')
  const writing = writer.write('a', 'new')
  await fixture.time.advance(longestRestMs - 401)
  t.equal(edge.purged.length, 1)
  await fixture.time.advance(1)
  t.same(edge.purged[1], ['tag:a'])
  await writing
})

t.test('a replica that acknowledged by its renewal alone has the longest rest', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const writer = fixture.writer({ purger: edge.purger() })
  await fixture.replica({ hasCaches: true })
  fixture.redis.loses = fixture.notify.loses = true
  const writing = writer.write('a', 'new')
  await fixture.time.advance(2000)
  t.same(edge.purged, [])
  await fixture.time.advance(1500)
  t.same(edge.purged, [['tag:a']])
  await writing
})

t.test('a fenced replica has the longest rest, counted from its fence', async (t) => {
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
  'a replica that does not break off answers keeps a change pending, and is named',
  async (t) => {
    const fixture = createFixture()
    const edge = createEdge(fixture)
    const writer = fixture.writer({ purger: edge.purger() })
    await fixture.replica()
    await t.rejects(writer.write('a', 'new'), { code: 'PROPAGATION_PENDING' })
    t.match(fixture.events[0], /purge failed: The delivery replica .* has no CDN_PURGE/)
    t.same(edge.purged, [])
  },
)

t.test(
  'without a confirmation the change is pending, and a repeated call waits again',
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
      const repeated = writer.settled()
      await fixture.time.advance(5000)
      await repeated
      t.same(edge.purged, [['tag:a']])
    }
  },
)

t.test('the changes of a process that crashed are purged without a call', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  fixture.commit('a', 'left')
  const writer = fixture.writer({ purger: edge.purger() })
  await fixture.time.advance(1500)
  t.same(edge.purged, [], 'not while its own process may purge it')
  await fixture.time.advance(1000)
  t.same(edge.purged, [['tag:a']])
  writer.stop()
  fixture.commit('b', 'left')
  await fixture.time.advance(5000)
  t.equal(edge.purged.length, 1, 'not by a process that has stopped')
})

t.test('a process that stops while it looks for purges does not begin again', async (t) => {
  const fixture = createFixture()
  const edge = createEdge(fixture)
  const writer = fixture.writer({ purger: edge.purger() })
  await fixture.time.advance(999)
  const advancing = fixture.time.advance(1)
  writer.stop()
  await advancing
  await turn()
  const before = fixture.calls()
  await fixture.time.advance(10_000)
  t.same(fixture.callsSince(before), {})
})
