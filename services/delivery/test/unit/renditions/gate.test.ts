import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/errors'
import t from 'tap'
import { createDoor, type Entrance } from '../../../src/renditions/admission/gate.js'

const job = { projectId: 'p', lane: 'other', costMs: 10, memoryBytes: 0 } as const
const overloaded = { code: 'OVERLOADED' }
const full = new AppError('OVERLOADED', 'too much')

/** A door to a queue that has so many places. */
function build(places: number) {
  const state = { places, waiting: 0, nowMs: 1000 }
  const door = createDoor({
    nowMs: () => state.nowMs,
    admission: {
      waiting: () => state.waiting,
      refusal: () => (state.places === 0 ? full : null),
      enter: () => {
        if (state.places === 0) throw full
        state.places -= 1
        let hasLeft = false
        return {
          toPrepare: () => new Promise(() => {}),
          turn: async () => undefined,
          expect: () => undefined,
          took: () => undefined,
          leave: () => {
            if (!hasLeft) state.places += 1
            hasLeft = true
          },
        }
      },
    },
  })
  return { state, door }
}

t.test('whoever would be made has a place from the beginning, and one alone', (t) => {
  const { state, door } = build(2)
  const [first, second] = [door.enter(job, false), door.enter(job, false)]
  t.equal(state.places, 0)
  t.ok(first.toMake(0))
  t.equal(state.places, 0)
  first.leave()
  first.leave()
  t.equal(state.places, 1)
  second.toMake(0).leave()
  second.leave()
  t.equal(state.places, 2)
  t.end()
})

/** Whether it may look at once. */
const looks = (entrance: Entrance) =>
  Promise.race([
    entrance.toLook(new AbortController().signal).then(() => true),
    setImmediate(false),
  ])

t.test('whoever has a place looks when its turn is near, the others at once', async (t) => {
  const { door } = build(2)
  t.notOk(await looks(door.enter(job, false)))
  t.ok(await looks(door.enter(job, true)), 'it was most likely made ahead')
  t.ok(await looks(door.enter(job, false)), 'an overload allowed it a look')
})

t.test('of what was most likely made ahead eight look before their turn', async (t) => {
  const { door } = build(10)
  const entrances = Array.from({ length: 9 }, () => door.enter(job, true))
  t.same(await Promise.all(entrances.map(looks)), [...Array(8).fill(true), false])
  entrances[0]?.leave()
  t.ok(await looks(door.enter(job, true)))
})

t.test('work that is begun anew gets a place anew', (t) => {
  const { state, door } = build(1)
  const entrance = door.enter(job, false)
  entrance.toMake(0).leave()
  t.equal(state.places, 1)
  t.ok(entrance.toMake(0))
  t.equal(state.places, 0)
  entrance.leave()
  t.equal(state.places, 1)
  t.end()
})

t.test('in an overload one at a time may look, for a hundredth of the time', (t) => {
  const { state, door } = build(0)
  const looking = door.enter(job, false)
  t.throws(() => door.enter(job, false), overloaded, 'one looks already')
  state.nowMs += 10
  t.throws(() => looking.toMake(0), overloaded, 'it was not there, and there is no place')
  t.throws(() => door.enter(job, false), overloaded, 'it took 10 ms: none for 990')
  state.nowMs += 989
  t.throws(() => door.enter(job, false), overloaded)
  state.nowMs += 1
  const next = door.enter(job, false)
  looking.leave()
  t.throws(() => door.enter(job, false), overloaded, 'who left before leaves for nobody else')
  next.leave()
  t.end()
})

t.test('after a look into a slow store there is another one within a second', (t) => {
  const { state, door } = build(0)
  const looking = door.enter(job, false)
  state.nowMs += 2000
  looking.leave()
  state.nowMs += 999
  t.throws(() => door.enter(job, false), overloaded)
  state.nowMs += 1
  door.enter(job, false).leave()
  t.end()
})

t.test('who would be refused can be told before, and nobody else', (t) => {
  const { state, door } = build(0)
  t.notOk(door.isCrowded())
  state.waiting = 1
  t.ok(door.isCrowded())
  t.equal(door.refusal(job, false), null, 'a look is due')
  const looking = door.enter(job, false)
  t.equal(door.refusal(job, false), full)
  t.equal(door.refusal(job, true), null, 'it may be there')
  state.places = 1
  t.equal(door.refusal(job, false), null)
  looking.leave()
  t.equal(state.places, 1, 'nothing was taken')
  t.end()
})

t.test('who was let look gets a place if there is one by then', (t) => {
  const { state, door } = build(0)
  const looking = door.enter(job, false)
  state.places = 1
  t.ok(looking.toMake(0))
  t.equal(state.places, 0)
  looking.leave()
  t.equal(state.places, 1)
  t.ok(door.enter(job, false), 'and everybody else, too')
  t.end()
})

t.test('what was most likely made ahead is looked for in an overload, too', (t) => {
  const { door } = build(0)
  const looks = Array.from({ length: 8 }, () => door.enter(job, true))
  t.ok(door.enter(job, true), 'one more, as of the others')
  t.throws(() => door.enter(job, true), overloaded)
  looks[0]?.leave()
  looks[0]?.leave()
  const next = door.enter(job, true)
  t.throws(() => next.toMake(0), overloaded, 'it was not there')
  t.ok(door.enter(job, true))
  t.throws(() => door.enter(job, true), overloaded)
  t.end()
})
