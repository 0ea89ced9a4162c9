import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/errors'
import t from '@vitrine/testing/t'
import { AdmissionGate, type Permit } from '../../../src/renditions/admission/gate.js'

const job = { projectId: 'p', lane: 'other', costMs: 10, memoryBytes: 0 } as const
const overloaded = { code: 'OVERLOADED' }
const full = new AppError('OVERLOADED', 'too much')

/** A gate in front of a queue with this many places. */
function build(places: number) {
  const state = { places, entries: 0, nowMs: 1000 }
  const gate = new AdmissionGate({
    nowMs: () => state.nowMs,
    queue: {
      tryEnter: () => {
        state.entries += 1
        if (state.places === 0) return { refusal: full }
        state.places -= 1
        let hasLeft = false
        const ticket = {
          waitToPrepare: () => new Promise<void>(() => {}),
          waitForSlot: async () => undefined,
          expectPreparation: () => undefined,
          recordDuration: () => undefined,
          leave: () => {
            if (!hasLeft) state.places += 1
            hasLeft = true
          },
        }
        return { ticket }
      },
    },
  })
  return { state, gate }
}

t.test('an accepted render has exactly one place from the beginning', (t) => {
  const { state, gate } = build(2)
  const [first, second] = [gate.enter(job, false), gate.enter(job, false)]
  t.equal(state.places, 0)
  t.ok(first.toRender(0))
  t.equal(state.places, 0)
  first.leave()
  first.leave()
  t.equal(state.places, 1)
  second.toRender(0).leave()
  second.leave()
  t.equal(state.places, 2)
  t.end()
})

/** Whether it may query the store at once. */
const looks = (permit: Permit) =>
  Promise.race([
    permit.waitToLook(new AbortController().signal).then(() => true),
    setImmediate(false),
  ])

t.test(
  'jobs with a place query the store when their turn is near, the others at once',
  async (t) => {
    const { gate } = build(2)
    t.notOk(await looks(gate.enter(job, false)))
    t.ok(await looks(gate.enter(job, true)), 'it was probably pre-rendered')
    t.ok(await looks(gate.enter(job, false)), 'a probe was due')
  },
)

t.test('eight lookups of probably pre-rendered renditions happen before their turn', async (t) => {
  const { gate } = build(10)
  const permits = Array.from({ length: 9 }, () => gate.enter(job, true))
  t.same(await Promise.all(permits.map(looks)), [...Array(8).fill(true), false])
  permits[0]?.leave()
  t.ok(await looks(gate.enter(job, true)))
})

t.test('restarted work gets a new place', (t) => {
  const { state, gate } = build(1)
  const permit = gate.enter(job, false)
  permit.toRender(0).leave()
  t.equal(state.places, 1)
  t.ok(permit.toRender(0))
  t.equal(state.places, 0)
  permit.leave()
  t.equal(state.places, 1)
  t.end()
})

t.test('in an overload one probe at a time is allowed, for a hundredth of the time', (t) => {
  const { state, gate } = build(0)
  const looking = gate.enter(job, false)
  t.throws(() => gate.enter(job, false), overloaded, 'a probe is in progress')
  state.nowMs += 10
  t.throws(() => looking.toRender(0), overloaded, 'it was not there, and there is no place')
  t.throws(() => gate.enter(job, false), overloaded, 'it took 10 ms: none for 990')
  state.nowMs += 989
  t.throws(() => gate.enter(job, false), overloaded)
  state.nowMs += 1
  const next = gate.enter(job, false)
  looking.leave()
  t.throws(
    () => gate.enter(job, false),
    overloaded,
    'the end of an earlier lookup does not end the current one',
  )
  next.leave()
  t.end()
})

t.test('after a probe of a slow store the next one follows within a second', (t) => {
  const { state, gate } = build(0)
  const looking = gate.enter(job, false)
  state.nowMs += 2000
  looking.leave()
  state.nowMs += 999
  t.throws(() => gate.enter(job, false), overloaded)
  state.nowMs += 1
  gate.enter(job, false).leave()
  t.end()
})

t.test('a rejection is immediate, has the error of the queue, and takes no place', (t) => {
  const { state, gate } = build(0)
  const probing = gate.enter(job, false)
  t.throws(() => gate.enter(job, false), full)
  t.equal(state.entries, 2, 'the queue was asked once for each')
  const likely = gate.enter(job, true)
  state.places = 1
  gate.enter(job, false).leave()
  for (const permit of [probing, likely]) permit.leave()
  t.equal(state.places, 1, 'nothing was taken')
  t.end()
})

t.test('an allowed lookup gets a place if one is free by then', (t) => {
  const { state, gate } = build(0)
  const looking = gate.enter(job, false)
  state.places = 1
  t.ok(looking.toRender(0))
  t.equal(state.places, 0)
  looking.leave()
  t.equal(state.places, 1)
  t.ok(gate.enter(job, false), 'and everybody else, too')
  t.end()
})

t.test('probably pre-rendered renditions are looked up even during an overload', (t) => {
  const { gate } = build(0)
  const looks = Array.from({ length: 8 }, () => gate.enter(job, true))
  t.ok(gate.enter(job, true), 'one more, as of the others')
  t.throws(() => gate.enter(job, true), overloaded)
  looks[0]?.leave()
  looks[0]?.leave()
  const next = gate.enter(job, true)
  t.throws(() => next.toRender(0), overloaded, 'it was not there')
  t.ok(gate.enter(job, true))
  t.throws(() => gate.enter(job, true), overloaded)
  t.end()
})
