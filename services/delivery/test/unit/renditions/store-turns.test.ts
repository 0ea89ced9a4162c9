import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { createStoreTurns, type Trip } from '../../../src/renditions/admission/store-turns.js'
import { deferred } from '../../deferred.js'
import { simulatedClock } from './simulated-clock.js'

function turns() {
  const clock = simulatedClock()
  const take = createStoreTurns({ clock })
  const begun: string[] = []
  const call = (trip: Trip, name = trip as string) => {
    const { promise, resolve, reject } = deferred<void>()
    const outcome = take(trip, () => {
      begun.push(name)
      return promise
    })
    return { outcome, end: () => resolve(), fail: () => reject(new Error('away')) }
  }
  return { clock, begun, call }
}

t.test('of a fast store few calls are under way at a time, fetches first', async (t) => {
  const { begun, call } = turns()
  const [first, second] = [call('look'), call('look')]
  for (let i = 0; i < 10; i += 1) call('look')
  t.equal(begun.length, 8)
  call('fetch')
  first.end()
  second.fail()
  await t.rejects(second.outcome, { message: 'away' })
  await setImmediate()
  t.same(begun.slice(8), ['fetch', 'look'])
})

t.test('a store that does not answer soon holds nobody up', async (t) => {
  const { clock, begun, call } = turns()
  for (let i = 0; i < 30; i += 1) call('look')
  t.equal(begun.length, 8)
  // Nothing comes back in all that time.
  for (let elapsedMs = 0; elapsedMs < 300; elapsedMs += 10) clock.advance(10)
  t.equal(begun.length, 30)
})
