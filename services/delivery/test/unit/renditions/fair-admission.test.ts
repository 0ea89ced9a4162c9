import { setImmediate } from 'node:timers/promises'
import type { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import type { RenderJob } from '../../../src/renditions/admission/cost.js'
import { job, never, renderQueue } from './simulated-queue.js'

const jobOf = (projectId: string, costMs = 50): RenderJob => ({ ...job(costMs), projectId })

/** A queue in which each job runs until the test ends it. */
function scene(options: Parameters<typeof renderQueue>[0]) {
  const { enter, refusal, waiting, running, refused, clock, begun } = renderQueue(options)
  const jobs = new Map<string, ReturnType<typeof enter>>()
  /** @param name `b2` is the second job of the project b. */
  const send = (name: string, costMs = 50): ReturnType<typeof enter> => {
    const place = enter(name, jobOf(name.slice(0, 1), costMs))
    place.begins.catch(() => undefined)
    jobs.set(name, place)
    return place
  }
  const sendMany = (project: string, count: number, costMs = 50) =>
    Array.from({ length: count }, (_, i) => send(`${project}${i + 1}`, costMs))
  const begunNames = () => begun.filter((name) => !name.startsWith('not '))
  /** Ends the job that began last, after its expected time. */
  const endOne = async (costMs = 50): Promise<void> => {
    await setImmediate()
    clock.advance(costMs)
    jobs.get(begunNames().at(-1) ?? '')?.leave()
    await setImmediate()
  }
  return { send, sendMany, endOne, begun, begunNames, refusal, waiting, running, refused, clock }
}

t.test('a single job waits for the running one and for one of another project', async (t) => {
  const { send, sendMany, endOne, begun } = scene({ maxWaiting: 40 })
  sendMany('a', 20)
  await endOne()
  send('b1')
  for (let ended = 0; ended < 4; ended += 1) await endOne()
  t.same(begun, ['a1', 'a2', 'b1', 'a3', 'a4', 'a5'])
})

t.test('expensive jobs use more turns than cheap ones', async (t) => {
  const { sendMany, endOne, begun } = scene({ maxWaiting: 40, promisedMs: 10_000 })
  sendMany('a', 5, 200)
  sendMany('b', 20, 50)
  for (let ended = 0; ended < 14; ended += 1) await endOne()
  const dear = begun.filter((name) => name.startsWith('a'))
  const cheap = begun.filter((name) => name.startsWith('b'))
  t.same([dear.length, cheap.length], [4, 11], 'as much CPU time for each, but for one job')
})

t.test('a full queue: the last one of the larger project yields', async (t) => {
  const { send, sendMany, endOne, begun, waiting, refused } = scene({ maxWaiting: 3 })
  const flood = sendMany('a', 4)
  t.throws(() => send('a5'), { code: 'OVERLOADED' })
  send('b1')
  await t.rejects(flood[3]?.begins ?? Promise.resolve(), {
    code: 'OVERLOADED',
    retryAfterSeconds: 1,
  })
  t.equal(waiting(), 3)
  t.equal(refused(), 2)
  t.throws(() => send('b2'), { code: 'OVERLOADED' }, 'it would have as many as the other')
  flood[3]?.leave()
  for (let ended = 0; ended < 4; ended += 1) await endOne()
  t.same(begun, ['a1', 'not a4', 'b1', 'a2', 'a3'])
})

t.test('the backlog of another project causes no rejection', async (t) => {
  const { send, sendMany, refusal, waiting } = scene({ maxWaiting: 100, promisedMs: 500 })
  // One runs, and ten wait, of which the last begins after 500 ms.
  sendMany('a', 11)
  t.match(refusal(jobOf('a')), { code: 'OVERLOADED' })
  t.equal(waiting(), 10, 'a refused job takes no place')
  const single = send('b1')
  t.equal(waiting(), 10, 'one of the backlog yielded')
  single.leave()
})

t.test('a project with more work than the largest backlog is rejected', async (t) => {
  const { sendMany, refusal } = scene({ maxWaiting: 100, promisedMs: 500 })
  sendMany('a', 11)
  t.match(refusal(jobOf('b', 600)), { code: 'OVERLOADED' })
  t.equal(refusal(jobOf('b', 200)), null)
})

t.test('jobs yield until their cost equals that of the new job', async (t) => {
  const { send, sendMany, waiting } = scene({ maxWaiting: 100, promisedMs: 500 })
  sendMany('a', 11)
  send('b1', 200)
  t.equal(waiting(), 10 - 4 + 1)
})

t.test('the only job of a project never yields', async (t) => {
  const { send, sendMany, refusal } = scene({ maxWaiting: 2 })
  sendMany('a', 1)
  send('b1', 400)
  send('c1', 400)
  t.match(refusal(jobOf('d')), { code: 'OVERLOADED' })
})

t.test('a job that yields while its input is fetched is rejected before it runs', async (t) => {
  const { enterQueue, refused } = renderQueue({ maxWaiting: 2 })
  void enterQueue(jobOf('a')).waitForSlot(never())
  const [first, last] = [enterQueue(jobOf('a')), enterQueue(jobOf('a'))]
  await last.waitToPrepare(never())
  enterQueue(jobOf('b'))
  t.equal(refused(), 1)
  const overloaded = { code: 'OVERLOADED' }
  t.throws(() => last.requireEntered(0), overloaded)
  await t.rejects(last.waitToPrepare(never()), overloaded)
  await t.rejects(last.waitForSlot(never()), overloaded)
  last.leave()
  first.requireEntered(0)
})

t.test('a client that disconnects frees its place for others', async (t) => {
  const { enter, waiting } = renderQueue({ maxWaiting: 2 })
  const leaver = new AbortController()
  enter('a1')
  const left = enter('b1', jobOf('b'), leaver.signal)
  enter('c1', jobOf('c'))
  t.throws(() => enter('d1', jobOf('d')), { code: 'OVERLOADED' })
  leaver.abort(new Error('left'))
  await t.rejects(left.begins, { message: 'left' })
  left.leave()
  enter('d1', jobOf('d'))
  t.equal(waiting(), 2)
})

t.test(
  'beside a flood that lasts, another project is never refused and hardly waits',
  async (t) => {
    const { send, endOne, begunNames, clock, refusal } = scene({ maxWaiting: 64, promisedMs: 1000 })
    const sentMs = new Map<string, number>()
    const waitsMs = { a: [] as number[], b: [] as number[] }
    let counted = 0
    const count = (): void => {
      for (const name of begunNames().slice(counted)) {
        waitsMs[name.slice(0, 1) as 'a' | 'b'].push(clock.nowMs() - (sentMs.get(name) ?? 0))
      }
      counted = begunNames().length
    }
    for (let round = 0; round < 200; round += 1) {
      for (let i = 0; i < 5; i += 1) {
        if (refusal(jobOf('a')) !== null) continue
        sentMs.set(`a${5 * round + i}`, clock.nowMs())
        send(`a${5 * round + i}`).begins.catch(() => undefined)
      }
      if (round % 3 === 0) {
        sentMs.set(`b${round}`, clock.nowMs())
        send(`b${round}`)
      }
      await endOne()
      count()
    }
    t.equal(waitsMs.b.length, 67)
    t.ok(Math.max(...waitsMs.b) <= 100, `${Math.max(...waitsMs.b)} ms at most`)
    t.ok(waitsMs.a.length > 130, `${waitsMs.a.length} of the flood`)
    t.ok(Math.max(...waitsMs.a) <= 2000, `${Math.max(...waitsMs.a)} ms at most`)
  },
)

const arrivals = fc.array(
  fc.record({
    project: fc.constantFrom('a', 'a', 'a', 'a', 'b', 'b', 'c', 'd'),
    costMs: fc.integer({ min: 1, max: 600 }),
    /** How many jobs end before it arrives. */
    ends: fc.nat(2),
  }),
  { maxLength: 60 },
)

/**
 * Counts, for each project that began to wait without a running job, how often each other project passes
 * it.
 */
function createPasses() {
  const passes = new Map<string, Map<string, number>>()
  let seen = 0
  return {
    add: (project: string): void => {
      passes.set(project, new Map())
    },
    most: (begun: readonly string[]): number => {
      for (const name of begun.slice(seen)) {
        const project = name.slice(0, 1)
        passes.delete(project)
        for (const of of passes.values()) of.set(project, (of.get(project) ?? 0) + 1)
      }
      seen = begun.length
      return Math.max(0, ...[...passes.values()].flatMap((of) => [...of.values()]))
    },
  }
}

t.test('a project that begins to wait is passed at most once by each other one', async () => {
  const run = fc.asyncProperty(arrivals, async (steps) => {
    const { send, endOne, begunNames, waiting, running } = scene({
      maxWaiting: 8,
      promisedMs: 100_000,
    })
    const passes = createPasses()
    const waits: string[] = []
    for (const [i, { project, costMs, ends }] of steps.entries()) {
      for (let ended = 0; ended < ends; ended += 1) {
        await endOne()
        if (passes.most(begunNames()) > 1) return false
      }
      const isRunning = running() > 0 && begunNames().at(-1)?.startsWith(project)
      const isNew = !isRunning && !waits.includes(project)
      try {
        const place = send(`${project}${i}`, costMs)
        waits.push(project)
        const stopWaiting = () => waits.splice(waits.indexOf(project), 1)
        place.begins.then(stopWaiting, () => {
          stopWaiting()
          place.leave()
        })
        if (isNew) passes.add(project)
      } catch (error) {
        if ((error as AppError).code !== 'OVERLOADED') throw error
      }
      await setImmediate()
      if (passes.most(begunNames()) > 1 || running() > 1 || waiting() > 8) return false
    }
    return true
  })
  await fc.assert(run, { numRuns: 300 })
})
