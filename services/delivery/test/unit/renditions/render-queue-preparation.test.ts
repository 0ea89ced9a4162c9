import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { admission, job, never } from './simulated-queue.js'

t.test('bytes are brought when the turn is near', async (t) => {
  const { places, clock } = admission({ slots: 2, maxWaiting: 20 })
  const prepared: number[] = []
  const tickets = Array.from({ length: 14 }, (_, i) => {
    const ticket = places(job())
    void ticket.toPrepare(never()).then(() => prepared.push(i))
    return ticket
  })
  await setImmediate()
  t.same(prepared, [...Array(10).keys()], 'what begins within 400 ms')
  for (const ticket of tickets.slice(0, 2)) void ticket.turn(never())
  clock.advance(100)
  for (const ticket of tickets.slice(0, 2)) ticket.leave()
  await setImmediate()
  t.same(prepared.slice(10), [10, 11], 'two more with two that are done')
})

t.test('what takes long to bring is brought so much earlier', async (t) => {
  const { places, clock } = admission({ slots: 1, maxWaiting: 20 })
  const prepared: number[] = []
  void places(job(1000)).turn(never())
  void places({ ...job(1000), prepareMs: 300 })
    .toPrepare(never())
    .then(() => prepared.push(clock.nowMs()))
  for (let elapsedMs = 0; elapsedMs < 1000; elapsedMs += 50) {
    clock.advance(50)
    await setImmediate()
  }
  t.same(prepared, [300])
})

t.test('those whose bytes do not come hold nobody up', async (t) => {
  const { places, clock } = admission({ slots: 1, maxWaiting: 20, promisedMs: 3000 })
  const prepared: number[] = []
  for (let i = 0; i < 14; i += 1) {
    void places(job())
      .toPrepare(never())
      .then(() => prepared.push(i))
  }
  await setImmediate()
  t.same(prepared, [0, 1, 2, 3, 4])
  for (let elapsedMs = 0; elapsedMs < 450; elapsedMs += 50) clock.advance(50)
  await setImmediate()
  t.same(prepared.slice(5), [5, 6, 7, 8, 9])
})

t.test('the wait for the turn ends with the deadline, or when it is given up', async (t) => {
  const { places, clock, refused } = admission({ slots: 1, maxWaiting: 20 })
  const running = places(job())
  await running.turn(never())
  for (let i = 0; i < 5; i += 1)
    places(job())
      .turn(never())
      .catch(() => {})
  const leaver = new AbortController()
  const given = places(job()).toPrepare(leaver.signal)
  const late = places(job()).toPrepare(never())
  leaver.abort(new Error('left'))
  await t.rejects(given, { message: 'left' })
  // The machine is much slower than expected.
  for (let i = 0; i < 30; i += 1) running.took(800)
  for (let elapsedMs = 0; elapsedMs < 2000; elapsedMs += 50) clock.advance(50)
  await t.rejects(late, { code: 'OVERLOADED' })
  t.ok(refused() > 0)
})
