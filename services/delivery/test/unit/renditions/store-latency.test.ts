import type { ObjectStore } from '@vitrine/object-store'
import t from '@vitrine/testing/t'
import {
  createStoreLatency,
  type StoreCall,
} from '../../../src/renditions/admission/store-latency.js'
import { deferred } from '../../deferred.js'
import { simulatedClock } from './simulated-clock.js'

function latency() {
  const clock = simulatedClock()
  const latency = createStoreLatency({ nowMs: clock.nowMs })
  /** A call that the test settles. */
  const begin = (call: StoreCall) => {
    const { promise, resolve, reject } = deferred<number | null>()
    const store = { download: () => promise } as unknown as ObjectStore
    const download = latency.timed(store, call).download('key', 'path')
    return { download, end: () => resolve(1), fail: () => reject(new Error('away')) }
  }
  const take = async (call: StoreCall, ms: number) => {
    const { download, end } = begin(call)
    clock.advance(ms)
    end()
    await download
  }
  return { ...latency, clock, begin, take }
}

t.test('a store that becomes slow is noticed at once, one that recovers soon', async (t) => {
  const { lookupMs, take } = latency()
  t.equal(lookupMs(), 0)
  for (let i = 0; i < 20; i += 1) await take('lookup', 10)
  t.ok(lookupMs() > 9, `${lookupMs()}`)
  await take('lookup', 2000)
  t.ok(lookupMs() > 900, `${lookupMs()}`)
  for (let i = 0; i < 30; i += 1) await take('lookup', 10)
  t.ok(lookupMs() < 20, `${lookupMs()}`)
})

t.test('a call in progress raises the estimate to its duration so far', async (t) => {
  const { lookupMs, fetchMs, clock, begin } = latency()
  const first = begin('lookup')
  clock.advance(1500)
  begin('lookup')
  clock.advance(500)
  t.equal(lookupMs(), 2000)
  t.equal(fetchMs(), 2000, 'a fetch takes at least as long as a lookup')
  first.fail()
  await t.rejects(first.download, { message: 'away' })
  t.equal(lookupMs(), 1000, 'the average of two')
})

t.test('a fetch takes longer than a lookup', async (t) => {
  const { lookupMs, fetchMs, take } = latency()
  for (let i = 0; i < 20; i += 1) await take('fetch', 800)
  t.equal(lookupMs(), 0)
  t.ok(fetchMs() > 700, `${fetchMs()}`)
})

t.test('old measurements lose weight', async (t) => {
  const { lookupMs, clock, take } = latency()
  for (let i = 0; i < 20; i += 1) await take('lookup', 2000)
  clock.advance(60_000)
  t.ok(lookupMs() < 40, `${lookupMs()}`)
})
