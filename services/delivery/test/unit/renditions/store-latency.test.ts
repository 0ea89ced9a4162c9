import type { ObjectStore } from '@vitrine/object-store'
import t from 'tap'
import { createStoreLatency, type Trip } from '../../../src/renditions/admission/store-latency.js'
import { deferred } from '../../deferred.js'
import { simulatedClock } from './simulated-clock.js'

function latency() {
  const clock = simulatedClock()
  const latency = createStoreLatency({ nowMs: clock.nowMs })
  /** A call that the test settles. */
  const begin = (trip: Trip) => {
    const { promise, resolve, reject } = deferred<number | null>()
    const store = { download: () => promise } as unknown as ObjectStore
    const download = latency.timed(store, trip).download('key', 'path')
    return { download, end: () => resolve(1), fail: () => reject(new Error('away')) }
  }
  const take = async (trip: Trip, ms: number) => {
    const { download, end } = begin(trip)
    clock.advance(ms)
    end()
    await download
  }
  return { ...latency, clock, begin, take }
}

t.test('a store that becomes slow is noticed at once, one that recovers soon', async (t) => {
  const { lookMs, take } = latency()
  t.equal(lookMs(), 0)
  for (let i = 0; i < 20; i += 1) await take('look', 10)
  t.ok(lookMs() > 9, `${lookMs()}`)
  await take('look', 2000)
  t.ok(lookMs() > 900, `${lookMs()}`)
  for (let i = 0; i < 30; i += 1) await take('look', 10)
  t.ok(lookMs() < 20, `${lookMs()}`)
})

t.test('a trip in progress raises the estimate to its duration so far', async (t) => {
  const { lookMs, fetchMs, clock, begin } = latency()
  const first = begin('look')
  clock.advance(1500)
  begin('look')
  clock.advance(500)
  t.equal(lookMs(), 2000)
  t.equal(fetchMs(), 2000, 'a fetch takes at least as long as a lookup')
  first.fail()
  await t.rejects(first.download, { message: 'away' })
  t.equal(lookMs(), 1000, 'the average of two')
})

t.test('a fetch takes longer than a lookup', async (t) => {
  const { lookMs, fetchMs, take } = latency()
  for (let i = 0; i < 20; i += 1) await take('fetch', 800)
  t.equal(lookMs(), 0)
  t.ok(fetchMs() > 700, `${fetchMs()}`)
})

t.test('old measurements lose weight', async (t) => {
  const { lookMs, clock, take } = latency()
  for (let i = 0; i < 20; i += 1) await take('look', 2000)
  clock.advance(60_000)
  t.ok(lookMs() < 40, `${lookMs()}`)
})
