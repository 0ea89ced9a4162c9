import { emptyQueue, inTurns, join } from '@vitrine/fair-queue'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  createQueuedJob,
  nextOf,
  type QueuedJob,
  type Slots,
  startTimes,
} from '../../../src/renditions/admission/schedule.js'

const queuedJob = ({
  arrivedMs = 0,
  costMs = 50,
  lane = 'other',
  ...fields
}: Partial<QueuedJob> = {}) => {
  const limits = { nowMs: arrivedMs, deadlineMs: 5000, maxMemoryBytes: 100 }
  const created = createQueuedJob({ projectId: 'p', lane, costMs, memoryBytes: 0 }, limits)
  return { ...created, state: 'ready' as const, ...fields }
}
const queueOf = (...jobs: QueuedJob[]): QueuedJob[] =>
  inTurns(jobs.reduce(join, emptyQueue<QueuedJob>()))
const twoSlots: Slots = { all: 2, memoryBytes: 100, other: 2, avif: 1 }
const now = { nowMs: 0, pace: 1 }

t.test('small jobs run before big ones, equal ones in order of arrival', async (t) => {
  const [big, small, later] = [
    queuedJob({ costMs: 500 }),
    queuedJob({ arrivedMs: 10 }),
    queuedJob({ arrivedMs: 20 }),
  ]
  t.same(queueOf(big, later, small), [small, later, big])
})

t.test('no job starves', async (t) => {
  const big = queuedJob({ costMs: 500 })
  const late = queuedJob({ arrivedMs: 2000 })
  t.same(queueOf(big, late), [big, late], 'a job that arrives late enough is queued behind')
})

t.test('a job that waits for the AVIF lane delays no other lane', async (t) => {
  const encoding = queuedJob({ lane: 'avif', startedMs: 0 })
  const [avif, other] = [queuedJob({ lane: 'avif' }), queuedJob({ arrivedMs: 1 })]
  t.equal(nextOf([encoding], [avif, other], twoSlots), other)
  t.equal(nextOf([encoding], [avif], twoSlots), undefined)
  t.equal(nextOf([], [avif], twoSlots), avif)
})

t.test('a job that is not ready delays no other job', async (t) => {
  const [fetching, ready] = [queuedJob({ state: 'preparing' }), queuedJob({ arrivedMs: 1 })]
  t.equal(nextOf([], [fetching, ready], twoSlots), ready)
  t.equal(nextOf([], [fetching], twoSlots), undefined)
})

t.test('expected start times', async (t) => {
  const running = [queuedJob({ startedMs: -30 }), queuedJob({ startedMs: -100, lane: 'avif' })]
  const waiting = [queuedJob({ costMs: 10 }), queuedJob({ lane: 'avif', costMs: 40 }), queuedJob()]
  // One ends at 20, the other should have ended before now. AVIF starts at once in its own lane.
  t.same(startTimes(running, waiting, twoSlots, now), [0, 10, 20])
  t.same(startTimes(running, waiting, twoSlots, { nowMs: 0, pace: 2 }), [0, 20, 70])
  t.same(startTimes([], [], twoSlots, now), [])
})

const lanes = fc.constantFrom('avif', 'other') as fc.Arbitrary<'avif' | 'other'>
const anyJob = fc
  .record({ lane: lanes, costMs: fc.integer({ min: 1, max: 999 }), arrivedMs: fc.nat(999) })
  .map((fields) => queuedJob(fields))

t.test(
  'at no time are more forecast to run than there are slots, and none is left out',
  async () => {
    fc.assert(
      fc.property(fc.array(anyJob), fc.integer({ min: 1, max: 5 }), (places, all) => {
        const slots = { all, memoryBytes: 100, other: all, avif: Math.max(1, Math.floor(all / 2)) }
        const waiting = queueOf(...places)
        const starts = startTimes([], waiting, slots, now)
        const jobs = waiting.map((job, i) => ({ ...job, startMs: starts[i] as number }))
        for (const { startMs: atMs } of jobs) {
          const busy = jobs.filter(
            ({ startMs, costMs }) => startMs <= atMs && atMs < startMs + costMs,
          )
          const inAvif = busy.filter(({ lane }) => lane === 'avif')
          if (busy.length > slots.all || inAvif.length > slots.avif) return false
        }
        return starts.every((startMs) => Number.isFinite(startMs))
      }),
    )
  },
)

t.test('the order is that of no single one but of all: inserting keeps it', async () => {
  fc.assert(
    fc.property(fc.array(anyJob), (places) => {
      const queue = queueOf(...places)
      const keys = queue.map(({ arrivedMs, costMs }) => arrivedMs + 4 * costMs)
      return (
        queue.length === places.length &&
        keys.every((key, i) => i === 0 || key >= (keys[i - 1] ?? 0))
      )
    }),
  )
})
