import { setImmediate } from 'node:timers/promises'
import t from '@vitrine/testing/t'
import { job, never, renderQueue } from './simulated-queue.js'

t.test('inputs are fetched when the turn is near', async (t) => {
  const { enterQueue, clock } = renderQueue({ slots: 2, maxWaiting: 20 })
  const prepared: number[] = []
  const places = Array.from({ length: 14 }, (_, i) => {
    const place = enterQueue(job())
    void place.waitToPrepare(never()).then(() => prepared.push(i))
    return place
  })
  await setImmediate()
  t.same(prepared, [...Array(10).keys()], 'the jobs that begin within 400 ms')
  for (const place of places.slice(0, 2)) void place.waitForSlot(never())
  clock.advance(100)
  for (const place of places.slice(0, 2)) place.leave()
  await setImmediate()
  t.same(prepared.slice(10), [10, 11], 'two more with two that are done')
})

t.test('inputs that take long to fetch are fetched earlier', async (t) => {
  const { enterQueue, clock } = renderQueue({ slots: 1, maxWaiting: 20, promisedMs: 2200 })
  const prepared: number[] = []
  for (let i = 0; i < 2; i += 1) void enterQueue(job(500)).waitForSlot(never())
  void enterQueue({ ...job(1000), prepareMs: 300 })
    .waitToPrepare(never())
    .then(() => prepared.push(clock.nowMs()))
  for (let elapsedMs = 0; elapsedMs < 1000; elapsedMs += 50) {
    clock.advance(50)
    await setImmediate()
  }
  t.same(prepared, [300])
})

t.test(
  'the input of the next job is fetched at once, however long the job before it may take',
  async (t) => {
    const { enterQueue } = renderQueue({ slots: 1, maxWaiting: 20, promisedMs: 4000 })
    const prepared: string[] = []
    void enterQueue(job(2000)).waitForSlot(never())
    void enterQueue(job(500)).waitForSlot(never())
    const prepare = async (name: string, of = job(10)) => {
      await enterQueue(of).waitToPrepare(never())
      prepared.push(name)
    }
    void prepare('after its own project', job(600))
    void prepare('next', { ...job(10), projectId: 'b' })
    await setImmediate()
    t.same(prepared, ['next'])
  },
)

t.test('jobs whose input does not arrive delay no other job', async (t) => {
  const { enterQueue, clock } = renderQueue({ slots: 1, maxWaiting: 20, promisedMs: 3000 })
  const prepared: number[] = []
  for (let i = 0; i < 14; i += 1) {
    void enterQueue(job())
      .waitToPrepare(never())
      .then(() => prepared.push(i))
  }
  await setImmediate()
  t.same(prepared, [0, 1, 2, 3, 4])
  for (let elapsedMs = 0; elapsedMs < 450; elapsedMs += 50) clock.advance(50)
  await setImmediate()
  t.same(prepared.slice(5), [5, 6, 7, 8, 9])
})

t.test('the wait for the turn ends at the deadline, or when the request leaves', async (t) => {
  const { enterQueue, clock, refused } = renderQueue({ slots: 1, maxWaiting: 20 })
  const running = enterQueue(job())
  await running.waitForSlot(never())
  for (let i = 0; i < 5; i += 1)
    enterQueue(job())
      .waitForSlot(never())
      .catch(() => {})
  const leaver = new AbortController()
  const given = enterQueue(job()).waitToPrepare(leaver.signal)
  const late = enterQueue(job()).waitToPrepare(never())
  leaver.abort(new Error('left'))
  await t.rejects(given, { message: 'left' })
  // The machine is much slower than expected.
  for (let i = 0; i < 30; i += 1) running.recordDuration(800)
  for (let elapsedMs = 0; elapsedMs < 2000; elapsedMs += 50) clock.advance(50)
  await t.rejects(late, { code: 'OVERLOADED' })
  t.ok(refused() > 0)
})
