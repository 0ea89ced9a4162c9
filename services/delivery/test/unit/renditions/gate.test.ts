import t from '@vitrine/testing/t'
import { AdmissionGate } from '../../../src/renditions/admission/gate.js'
import { RenderQueue } from '../../../src/renditions/admission/render-queue.js'
import { simulatedClock } from './simulated-clock.js'
import { enter, job, never } from './simulated-queue.js'

const overloaded = { code: 'OVERLOADED' }

/** A gate in front of a queue with this many free places, whose only slot is taken. */
function build(free: number) {
  const clock = simulatedClock()
  const queue = new RenderQueue({
    slots: 1,
    memoryBytes: 100,
    maxWaiting: 10,
    deadlineMs: 1_000_000,
    firstPace: 1,
    clock,
  })
  void enter(queue, job()).waitForSlot(never())
  const others = Array.from({ length: 10 - free }, () => enter(queue, job()))
  const gate = new AdmissionGate({ queue, nowMs: clock.nowMs })
  return {
    clock,
    queue,
    admit: (isLikelyStored = false) => gate.admit(job(), isLikelyStored),
    /** Frees one place. */
    free: () => others.pop()?.leave(),
    places: () => 10 - queue.waiting,
  }
}

const leave = ({ endLook, place }: ReturnType<ReturnType<typeof build>['admit']>) => {
  endLook()
  place.leave()
}

t.test('an accepted render has exactly one place from the beginning', (t) => {
  const { admit, places } = build(2)
  const [first, second] = [admit(), admit()]
  t.equal(places(), 0)
  first.place.requireEntered(0)
  t.equal(places(), 0)
  leave(first)
  leave(first)
  t.equal(places(), 1)
  leave(second)
  t.equal(places(), 2)
  t.end()
})

t.test('renders with a place are looked up when their turn is near, others at once', (t) => {
  const { admit } = build(2)
  t.notOk(admit().looksAtOnce)
  t.ok(admit(true).looksAtOnce, 'it was probably pre-rendered')
  t.ok(admit().looksAtOnce, 'a probe was due')
  t.end()
})

t.test('eight lookups of probably pre-rendered renditions happen before their turn', (t) => {
  const { admit } = build(10)
  const looks = Array.from({ length: 9 }, () => admit(true))
  t.same(
    looks.map(({ looksAtOnce }) => looksAtOnce),
    [...Array(8).fill(true), false],
  )
  looks[0]?.endLook()
  looks[0]?.endLook()
  t.ok(admit(true).looksAtOnce)
  t.throws(() => [admit(true), admit(true)], overloaded)
  t.end()
})

t.test('restarted work gets a new place', (t) => {
  const { admit, places } = build(1)
  const { place } = admit()
  place.leave()
  t.equal(places(), 1)
  place.requireEntered(0)
  t.equal(places(), 0)
  t.end()
})

t.test('in an overload one probe at a time is allowed, for a hundredth of the time', (t) => {
  const { admit, clock } = build(0)
  const probe = admit()
  t.throws(admit, overloaded, 'a probe is in progress')
  clock.advance(10)
  probe.endLook()
  t.throws(() => probe.place.requireEntered(0), overloaded, 'there is no place')
  t.throws(admit, overloaded, 'it took 10 ms: none for 990')
  clock.advance(989)
  t.throws(admit, overloaded)
  clock.advance(1)
  const next = admit()
  probe.endLook()
  t.throws(admit, overloaded, 'the end of an earlier lookup does not end the current one')
  next.endLook()
  t.end()
})

t.test('after a probe of a slow store the next one follows within a second', (t) => {
  const { admit, clock } = build(0)
  const probe = admit()
  clock.advance(2000)
  probe.endLook()
  clock.advance(999)
  t.throws(admit, overloaded)
  clock.advance(1)
  admit()
  t.end()
})

t.test('a rejection takes no place, and a lookup gets one if it is free by then', (t) => {
  const { admit, places, free } = build(0)
  const [probe, likely] = [admit(), admit(true)]
  t.throws(admit, overloaded)
  free()
  t.equal(places(), 1)
  probe.place.requireEntered(0)
  t.equal(places(), 0)
  for (const admission of [probe, likely]) leave(admission)
  t.equal(places(), 1)
  t.end()
})
