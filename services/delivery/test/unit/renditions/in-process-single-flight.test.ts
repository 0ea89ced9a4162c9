import { setImmediate } from 'node:timers/promises'
import t from '@vitrine/testing/t'
import { type Flight, SingleFlight } from '../../../src/renditions/single-flight/in-process.js'
import { deferred } from '../../deferred.js'

/** Flights whose work the test settles. */
function flights() {
  const singleFlight = new SingleFlight<string>()
  const begun: { flight: Flight; land: (value: string) => void; fail: (error: Error) => void }[] =
    []
  const join = (key = 'p/a/1') => {
    const client = new AbortController()
    const value = singleFlight.run(key, client.signal, (flight) => {
      const work = deferred<string>()
      begun.push({ flight, land: work.resolve, fail: work.reject })
      flight.signal.addEventListener('abort', () => work.reject(flight.signal.reason))
      return work.promise
    })
    return { value, leave: () => client.abort(new Error('left')) }
  }
  return { join, begun, forget: (id: string) => singleFlight.forget(id) }
}

t.test('concurrent requests share the work, later ones do not', async (t) => {
  const { join, begun } = flights()
  const [one, other, another] = [join(), join(), join('p/a/2')]
  t.equal(begun.length, 2)
  begun[0]?.land('bytes')
  begun[1]?.land('others')
  t.same(await Promise.all([one.value, other.value, another.value]), ['bytes', 'bytes', 'others'])
  join()
  t.equal(begun.length, 3)
})

t.test('a failure is shared by the waiting requests, and then forgotten', async (t) => {
  const { join, begun } = flights()
  const waiting = [join(), join()]
  begun[0]?.fail(new Error('broken'))
  for (const { value } of waiting) await t.rejects(value, { message: 'broken' })
  const next = join()
  begun[1]?.land('bytes')
  t.equal(await next.value, 'bytes')
})

t.test('a request that leaves is rejected at once, the others still get the result', async (t) => {
  const { join, begun } = flights()
  const [one, other] = [join(), join()]
  one.leave()
  await t.rejects(one.value, { message: 'left' })
  t.notOk(begun[0]?.flight.signal.aborted)
  begun[0]?.land('bytes')
  t.equal(await other.value, 'bytes')
})

t.test(
  'the work is aborted when the last request leaves, and the next one restarts it',
  async (t) => {
    const { join, begun } = flights()
    const waiting = [join(), join()]
    for (const { leave } of waiting) leave()
    const next = join()
    t.equal(begun.length, 2)
    for (const { value } of waiting) await t.rejects(value, { message: 'left' })
    t.ok(begun[0]?.flight.signal.aborted)
    await setImmediate()
    begun[1]?.land('bytes')
    t.equal(await next.value, 'bytes', 'and the end of the first one takes nothing from it')
    join()
    t.equal(begun.length, 3)
  },
)

t.test('committed work continues, and new requests join it', async (t) => {
  const { join, begun } = flights()
  const first = join()
  begun[0]?.flight.commit()
  first.leave()
  await t.rejects(first.value, { message: 'left' })
  t.notOk(begun[0]?.flight.signal.aborted)
  const next = join()
  t.equal(begun.length, 1)
  begun[0]?.land('bytes')
  t.equal(await next.value, 'bytes')
})

t.test('a request that has already left starts nothing', async (t) => {
  const singleFlight = new SingleFlight<string>()
  const gone = AbortSignal.abort(new Error('left'))
  await t.rejects(
    singleFlight.run('p/a/1', gone, async () => t.fail('it has begun') as never),
    { message: 'left' },
  )
})

t.test('work in progress learns that its asset or project was forgotten', async (t) => {
  const { join, begun, forget } = flights()
  for (const key of ['p/a/1', 'p/b/1', 'q/c/1']) join(key)
  const forgotten = () => begun.map(({ flight }) => flight.isForgotten)
  forget('a')
  t.same(forgotten(), [true, false, false])
  forget('p')
  t.same(forgotten(), [true, true, false])
})
