import { setImmediate } from 'node:timers/promises'
import type { Locks } from '@vitrine/cache'
import t from '@vitrine/testing/t'
import { createCrossReplicaSingleFlight } from '../../../src/renditions/single-flight/cross-replica.js'
import { deferred } from '../../deferred.js'

/** Replicas that share one Redis and one store. `stored` is the content of the store. */
function world({ isRedisThere = true } = {}) {
  const state = {
    isTaken: false,
    wasDone: false,
    made: 0,
    looks: 0,
    nowMs: 0,
    stored: null as string | null,
  }
  const locks: Locks = {
    take: async () => {
      if (!isRedisThere) return 'unknown'
      if (state.isTaken) return 'taken'
      state.isTaken = true
      return {
        wasDone: state.wasDone,
        release: async (doneMs = 0) => {
          Object.assign(state, { isTaken: false, wasDone: doneMs > 0 })
        },
      }
    },
    isTaken: async () => state.isTaken,
  }
  const replica = () =>
    createCrossReplicaSingleFlight({
      locks,
      patienceMs: 5000,
      nowMs: () => state.nowMs,
      sleep: async (ms, signal) => {
        state.nowMs += ms
        await setImmediate()
        signal.throwIfAborted()
      },
    })
  const ask = (
    run = replica(),
    { hold = Promise.resolve(), signal = new AbortController().signal } = {},
  ) =>
    run<string>('key', {
      signal,
      find: async () => {
        state.looks += 1
        return state.stored
      },
      render: async () => {
        state.made += 1
        const value = `made ${state.made}`
        const stored = hold.then(() => {
          state.stored = value
        })
        return { value, stored }
      },
    })
  return { state, ask, replica }
}

t.test('one replica renders, the others find the result in the store', async (t) => {
  const { state, ask } = world()
  const got = await Promise.all([ask(), ask(), ask()])
  t.same(got, ['made 1', 'made 1', 'made 1'])
  t.equal(state.made, 1)
  t.notOk(state.isTaken)
})

t.test('the replica that renders does not wait for the upload, the others do', async (t) => {
  const { state, ask } = world()
  const store = deferred<void>()
  t.equal(await ask(undefined, { hold: store.promise }), 'made 1')
  t.ok(state.isTaken)
  const other = ask()
  for (let i = 0; i < 10; i += 1) await setImmediate()
  t.equal(state.made, 1)
  store.resolve()
  t.equal(await other, 'made 1')
})

t.test('a replica that gets a free lock does not query the store again', async (t) => {
  const { state, ask } = world()
  t.equal(await ask(), 'made 1')
  t.equal(state.looks, 0)
  await setImmediate()
  t.notOk(state.isTaken)
})

t.test(
  'a replica that queried the store before another one finished queries it again',
  async (t) => {
    const { state, ask } = world()
    // Both have queried the store and found nothing.
    t.equal(await ask(), 'made 1')
    await setImmediate()
    t.equal(await ask(), 'made 1')
    t.same([state.made, state.looks], [1, 1])
    await setImmediate()
    t.notOk(state.isTaken)
    t.equal(await ask(), 'made 1', 'and so does the next one')
  },
)

t.test('a finished rendition that is not stored is rendered again', async (t) => {
  const { state, ask } = world()
  state.wasDone = true
  t.equal(await ask(), 'made 1')
  t.same([state.made, state.looks], [1, 1])
})

t.test('a failed render releases its lock, and the next replica renders', async (t) => {
  const { state, ask, replica } = world()
  const failing = replica()
  const work = {
    signal: new AbortController().signal,
    find: async () => null,
    render: () => Promise.reject(new Error('full')),
  }
  await t.rejects(failing('key', work), { message: 'full' })
  t.equal(await ask(), 'made 1')
  t.equal(state.looks, 0, 'nothing was done')
})

t.test('a lock that is not released costs a second render after a while', async (t) => {
  const { state, ask } = world()
  state.isTaken = true
  t.equal(await ask(), 'made 1')
  t.ok(state.nowMs >= 5000 && state.nowMs < 5100, `${state.nowMs}`)
  t.ok(state.isTaken, 'and is not released: it belongs to another replica')
})

t.test('without Redis each replica renders', async (t) => {
  const { ask } = world({ isRedisThere: false })
  t.same(await Promise.all([ask(), ask()]), ['made 1', 'made 2'])
})

t.test('requests that have left do not wait', async (t) => {
  const { state, ask } = world()
  state.isTaken = true
  const leaver = new AbortController()
  const waiting = ask(undefined, { signal: leaver.signal })
  leaver.abort(new Error('left'))
  await t.rejects(waiting, { message: 'left' })
  t.equal(state.made, 0)
})
