import { setImmediate } from 'node:timers/promises'
import type { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import type { RenderJob } from '../../../src/renditions/admission/cost.js'
import type { Place } from '../../../src/renditions/admission/render-queue.js'
import { job, never, renderQueue } from './simulated-queue.js'

const refusal = (work: () => unknown): AppError => {
  try {
    work()
  } catch (error) {
    return error as AppError
  }
  throw new Error('it was not refused')
}

t.test('at most `slots` jobs run at once, the next starts when one leaves', async (t) => {
  const { enter, begun } = renderQueue({ slots: 2 })
  const [one] = ['a', 'b', 'c', 'd'].map((name) => enter(name))
  await setImmediate()
  t.same(begun, ['a', 'b'])
  one?.leave()
  one?.leave()
  await setImmediate()
  t.same(begun, ['a', 'b', 'c'], 'leaving twice frees one slot')
})

t.test('a job that is not ready holds no slot', async (t) => {
  const { enter, enterQueue, begun } = renderQueue()
  const fetching = enterQueue(job())
  enter('quick')
  await setImmediate()
  t.same(begun, ['quick'])
  const turn = fetching.waitForSlot(never())
  await setImmediate()
  fetching.leave()
  t.same(begun, ['quick'])
  void turn
})

t.test('a place that is given up is free', async (t) => {
  const { enter, begun, waiting } = renderQueue()
  const first = enter('first')
  const leaver = new AbortController()
  const second = enter('second', job(), leaver.signal)
  enter('third')
  leaver.abort(new Error('left'))
  await t.rejects(second.begins, { message: 'left' })
  second.leave()
  t.equal(waiting(), 1)
  first.leave()
  await setImmediate()
  t.same(begun, ['first', 'not second', 'third'])
  await t.rejects(enter('aborted', job(), AbortSignal.abort(new Error('gone'))).begins, {
    message: 'gone',
  })
})

t.test('at most half of the slots, and at least one, encode AVIF', async (t) => {
  for (const [slots, most] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
  ] as const) {
    const { enter, begun } = renderQueue({ slots, maxWaiting: 20 })
    for (let i = 0; i < 6; i += 1) enter('avif', job(10, 'avif'))
    for (let i = 0; i < 6; i += 1) enter('other', job(20))
    await setImmediate()
    t.equal(begun.filter((name) => name === 'avif').length, most, `${slots} slots`)
    t.equal(begun.length, slots, 'and the others are not idle')
  }
})

t.test('jobs beyond the maximum queue length are rejected at once', async (t) => {
  const { enter, enterQueue, begun, refused } = renderQueue({ maxWaiting: 1 })
  enter('runs', job(1))
  enter('waits', job(1))
  const error = refusal(() => enter('refused', job(1)))
  t.match(error, { code: 'OVERLOADED', retryAfterSeconds: 1 })
  t.equal(
    refusal(() => enter('refused', job(1))),
    error,
    'by the same error',
  )
  t.match(
    refusal(() => enterQueue(job(1))),
    { code: 'OVERLOADED' },
  )
  await setImmediate()
  t.same(begun, ['runs'])
  t.equal(refused(), 3)
})

t.test('a job that could not start in time is rejected with a time to retry', async (t) => {
  const { enter, enterQueue } = renderQueue({ maxWaiting: 100, promisedMs: 1500 })
  enter('runs', job(5000))
  // It would start after 5 s. In 3.5 s from now it may be admitted.
  const late = refusal(() => enter('refused'))
  t.match(late, { code: 'OVERLOADED', retryAfterSeconds: 4 })
  t.match(
    refusal(() => enterQueue(job(1))),
    { code: 'OVERLOADED' },
  )

  const busy = renderQueue({ maxWaiting: 100, promisedMs: 1500 })
  busy.enter('runs', job(1000))
  busy.enter('waits', job(900))
  t.match(
    refusal(() => busy.enter('big', job(4000))),
    { code: 'OVERLOADED', retryAfterSeconds: 1 },
  )
  busy.enter('small', job(50))
  t.equal(busy.waiting(), 2)
})

t.test('a job that would make another one late is rejected', async (t) => {
  const { enter, begun } = renderQueue({ maxWaiting: 100, promisedMs: 1000 })
  enter('runs', job(900))
  enter('big', job(500))
  // 100 ms are left for the big one, which the small ones overtake.
  for (const name of ['one', 'two']) enter(name, job(50))
  t.match(
    refusal(() => enter('three', job(50))),
    { code: 'OVERLOADED' },
  )
  await setImmediate()
  t.same(begun, ['runs'])
})

t.test('a single job is admitted at any cost', async (t) => {
  const { enter, begun } = renderQueue()
  enter('huge', job(1_000_000))
  await setImmediate()
  t.same(begun, ['huge'])
})

t.test('at the deadline it is 503', async (t) => {
  const { enter, clock, begun, refused } = renderQueue({ promisedMs: 1000 })
  enter('runs', job(100))
  const late = enter('late', job(100))
  // It was expected to start within 1 s, and must start within 2 s.
  clock.advance(1999)
  await setImmediate()
  t.same(begun, ['runs'])
  clock.advance(1)
  await t.rejects(late.begins, { code: 'OVERLOADED', retryAfterSeconds: 2 })
  late.leave()
  t.equal(refused(), 1)
})

t.test('it learns the speed of the machine', async (t) => {
  const { enter, clock, estimatedWaitSeconds } = renderQueue({ promisedMs: 100_000 })
  for (let i = 0; i < 100; i += 1) {
    const one = enter(`${i}`, job(100))
    await one.begins
    // Includes the start of a process, which does not predict the next duration.
    clock.advance(500)
    one.recordDuration(200)
    one.leave()
  }
  enter('runs', job(100))
  t.ok(Math.abs(estimatedWaitSeconds() - 0.2) < 0.01, `${estimatedWaitSeconds()}`)
})

t.test('until it has learnt the pace, it assumes the first one', async (t) => {
  const { enter, estimatedWaitSeconds } = renderQueue({ promisedMs: 100_000, firstPace: 3 })
  enter('runs', job(100))
  t.equal(estimatedWaitSeconds(), 0.3)
})

t.test('it counts as overloaded for some time after a rejection', async (t) => {
  const { enter, clock, isOverloaded } = renderQueue({ maxWaiting: 0 })
  enter('runs', job(1))
  t.notOk(isOverloaded())
  refusal(() => enter('refused', job(1)))
  t.ok(isOverloaded())
  clock.advance(9999)
  t.ok(isOverloaded())
  clock.advance(1)
  t.notOk(isOverloaded())
})

t.test('the time of the store counts, and slots are not held during it', async (t) => {
  const { enter, enterQueue, begun, clock } = renderQueue({
    slots: 2,
    maxWaiting: 100,
    promisedMs: 2500,
  })
  const slow = (costMs = 100) => ({ ...job(costMs), prepareMs: 4000 })
  // Ready after 4 s of 5: half a second is left for the queue, 10 jobs' time of two slots.
  const places = Array.from({ length: 12 }, () => enterQueue(slow()))
  t.match(
    refusal(() => enterQueue(slow())),
    { code: 'OVERLOADED', retryAfterSeconds: 1 },
  )
  enter('at hand')
  await setImmediate()
  t.same(begun, ['at hand'], 'fetching holds no slot')
  clock.advance(4000)
  let started = 0
  for (const place of places) void place.waitForSlot(never()).then(() => (started += 1))
  await setImmediate()
  t.equal(started, 1)
})

t.test(
  'with a store slower than the deadline only as many as there are slots are admitted',
  (t) => {
    const { enterQueue } = renderQueue({ slots: 2, maxWaiting: 100, promisedMs: 2500 })
    const slow = { ...job(), prepareMs: 6000 }
    for (let i = 0; i < 2; i += 1) enterQueue(slow)
    t.match(
      refusal(() => enterQueue(slow)),
      { code: 'OVERLOADED' },
    )
    enterQueue(job())
    t.end()
  },
)

type Step = { what: 'enter' | 'ready' | 'leave' | 'abort' | 'wait'; nth: number; job: RenderJob }
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('enter', 'enter', 'ready', 'ready', 'leave', 'abort', 'wait'),
  nth: fc.nat(20),
  job: fc.record({
    projectId: fc.constant('a'),
    lane: fc.constantFrom('avif', 'other'),
    costMs: fc.integer({ min: 1, max: 400 }),
    memoryBytes: fc.constantFrom(0, 0, 30, 60, 200),
  }),
})

/** A job that needs more than the total counts as the total. */
const bytesOf = (ones: readonly { job: RenderJob }[]): number =>
  ones.reduce((sum, { job }) => sum + Math.min(job.memoryBytes, 100), 0)

t.test('no slot is lost, assigned twice or idle, for any sequence of jobs', async () => {
  const run = fc.asyncProperty(
    fc.array(step, { maxLength: 60 }),
    fc.integer({ min: 1, max: 4 }),
    async (steps, slots) => {
      const { enterQueue, running, waiting, clock } = renderQueue({ slots, maxWaiting: 8 })
      type One = { place: Place; leaver: AbortController; job: RenderJob; state: string }
      const ones: One[] = []
      const within = (state: string) => ones.filter((one) => one.state === state)
      for (const { what, nth, job } of steps) {
        const one = ones[nth % Math.max(1, ones.length)]
        if (what === 'enter') {
          try {
            ones.push({
              place: enterQueue(job),
              leaver: new AbortController(),
              job,
              state: 'fetches',
            })
          } catch {
            // Rejected, so it is not in the queue.
          }
        } else if (what === 'ready' && one?.state === 'fetches') {
          one.state = 'waits'
          one.place.waitForSlot(one.leaver.signal).then(
            () => {
              one.state = 'runs'
            },
            () => {
              one.state = 'left'
              one.place.leave()
            },
          )
        } else if (what === 'leave' && one) {
          one.leaver.abort()
          one.state = 'left'
          one.place.leave()
        } else if (what === 'abort') one?.leaver.abort()
        else if (what === 'wait') clock.advance(nth * 40)
        await setImmediate()

        const avif = within('runs').filter((other) => other.job.lane === 'avif')
        const idle = slots - within('runs').length
        const isAvifFull = avif.length >= Math.max(1, Math.floor(slots / 2))
        const couldRun = within('waits').filter(
          (other) => other.job.lane === 'other' || !isAvifFull,
        )
        if (idle < 0 || avif.length > Math.max(1, Math.floor(slots / 2))) return false
        if (bytesOf(within('runs')) > 100) return false
        const isForMemory = bytesOf([...within('runs'), ...couldRun]) > 100
        if (idle > 0 && couldRun.length > 0 && !isForMemory) return false
        if (running() !== within('runs').length) return false
        if (waiting() !== within('waits').length + within('fetches').length) return false
        if (waiting() + running() > slots + 8) return false
      }
      for (const one of ones) one.place.leave()
      return running() === 0 && waiting() === 0
    },
  )
  await fc.assert(run, { numRuns: 200 })
})

const large = (memoryBytes: number): RenderJob => ({ ...job(), memoryBytes })

t.test('jobs run concurrently only while their total memory fits', async (t) => {
  const { enter, begun, memoryBytes } = renderQueue({ slots: 4, memoryBytes: 100 })
  const first = enter('60', large(60))
  enter('50', large(50))
  enter('40', large(40))
  await setImmediate()
  t.same(begun, ['60'], 'the one behind does not pass the one that waits for memory')
  t.equal(memoryBytes(), 60)
  first.leave()
  await setImmediate()
  t.same(begun, ['60', '50', '40'])
  t.equal(memoryBytes(), 90)
})

t.test('a job that needs more than the total memory runs alone', async (t) => {
  const { enter, begun } = renderQueue({ slots: 2, memoryBytes: 100 })
  const first = enter('small', large(1))
  enter('huge', large(1000))
  await setImmediate()
  t.same(begun, ['small'])
  first.leave()
  await setImmediate()
  t.same(begun, ['small', 'huge'])
})

t.test('the input may need more memory than expected', async (t) => {
  const { enterQueue, memoryBytes } = renderQueue({ slots: 2, memoryBytes: 100 })
  const place = enterQueue(large(10))
  await place.waitForSlot(never(), 70)
  t.equal(memoryBytes(), 70)
})
