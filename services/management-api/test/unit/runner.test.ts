import { mock } from 'node:test'
import t, { type Test } from '@vitrine/testing/t'
import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../../src/queue/job.js'
import { createJobRunner } from '../../src/queue/runner.js'

const pollMs = 5000
const settled = () => new Promise((resolve) => setImmediate(resolve))

type RunnerQueue = Parameters<typeof createJobRunner>[0]['queue']
type Batch = { kind: string }[] | Error

/** A runner with a fake clock, whose queue returns the given batches for each lane. */
function setUp(t: Test, batches: Batch[], backgroundBatches: Batch[] = []) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.teardown(() => mock.timers.reset())
  const done: string[] = []
  const warnings: string[] = []
  const looks = { urgent: 0, background: 0 }
  const statements: string[] = []
  const take = async (lane: keyof typeof looks): Promise<Job[]> => {
    const batch = (lane === 'urgent' ? batches : backgroundBatches)[looks[lane]++] ?? []
    if (batch instanceof Error) throw batch
    return batch.map(({ kind }, id) => ({ id: `${id}`, kind, payload: {}, attempts: 1 }))
  }
  const queue: RunnerQueue = {
    takeDue: async ({ areTaken }) => take(areTaken ? 'background' : 'urgent'),
    takeNew: async () => take('urgent'),
    renew: async () => void statements.push('renew'),
    finish: async () => void statements.push('finish'),
    postpone: async () => void statements.push('postpone'),
    giveBack: async () => void statements.push('give back'),
  }
  const log = { warn: (_: object, message: string) => warnings.push(message) }
  let release = () => {}
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  const runner = createJobRunner({
    queue,
    urgent: {
      huge: () => held,
      work: async () => void done.push('work'),
      fail: async () => {
        throw new Error('no')
      },
    },
    background: {
      paint: async () => void done.push('paint'),
      hold: () => held,
      patient: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    },
    log: log as unknown as FastifyBaseLogger,
  })
  const tick = async (ms = pollMs) => {
    mock.timers.tick(ms)
    await settled()
  }
  return { runner, done, warnings, tick, looks, statements, release }
}

t.test('it polls for due jobs every five seconds until it is stopped', async (t) => {
  const { runner, done, tick, looks } = setUp(t, [[], [{ kind: 'work' }]])
  await tick()
  t.equal(looks.urgent, 0)
  runner.start()
  await tick()
  t.equal(looks.urgent, 1)
  await tick()
  t.same(done, ['work'])
  await runner.stop()
  const { urgent } = looks
  await tick()
  t.equal(looks.urgent, urgent)
})

t.test('it polls again at once if there were jobs', async (t) => {
  const { runner, done, tick } = setUp(t, [[{ kind: 'work' }], [{ kind: 'work' }]])
  runner.start()
  await tick()
  t.same(done, ['work', 'work'])
  await runner.stop()
})

t.test('a failed job does not stop the others of its batch', async (t) => {
  const { runner, done, warnings, tick } = setUp(t, [[{ kind: 'fail' }, { kind: 'work' }]])
  runner.start()
  await tick()
  t.same(done, ['work'])
  t.same(warnings, ['job failed'])
  await runner.stop()
})

t.test('it continues after a database outage', async (t) => {
  const { runner, done, warnings, tick } = setUp(t, [new Error('gone'), [{ kind: 'work' }]])
  runner.start()
  await tick()
  t.same(warnings, ['could not look for jobs'])
  await tick()
  t.same(done, ['work'])
  await runner.stop()
})

t.test('urgent jobs run during a long background job', async (t) => {
  const { runner, done, tick, looks, release } = setUp(
    t,
    [[], [{ kind: 'work' }]],
    [[{ kind: 'hold' }], [{ kind: 'paint' }]],
  )
  runner.start()
  await tick()
  await tick()
  t.same(done, ['work'])
  t.equal(looks.background, 1, 'one at a time')
  release()
  await settled()
  t.same(done, ['work', 'paint'])
  await runner.stop()
})

t.test('a long urgent job occupies one slot, and the others run', async (t) => {
  const { runner, done, tick, release } = setUp(t, [
    [{ kind: 'huge' }, { kind: 'work' }],
    [{ kind: 'work' }],
  ])
  runner.start()
  await tick()
  t.same(done, ['work', 'work'])
  release()
  await runner.stop()
})

t.test('no more jobs are taken than there are slots, and a free slot is filled', async (t) => {
  const eight = Array.from({ length: 8 }, () => ({ kind: 'huge' }))
  const { runner, done, tick, looks, release } = setUp(t, [eight, [{ kind: 'work' }]])
  runner.start()
  await tick()
  await tick()
  t.equal(looks.urgent, 1, 'all slots are occupied')
  release()
  await settled()
  t.same(done, ['work'])
  await runner.stop()
})

t.test(
  'the number of jobs that run at once is limited, and the lane runs the others',
  async (t) => {
    const { runner, statements, looks, release } = setUp(
      t,
      Array.from({ length: 16 }, () => [{ kind: 'huge' }]),
    )
    runner.start()
    const ids = Array.from({ length: 17 }, (_, i) => `${i}`)
    const all = Promise.all(ids.map(runner.runNow))
    await settled()
    t.equal(looks.urgent, 17, 'sixteen were taken, and the lane polls for the last one')
    t.same(statements, ['give back'])
    release()
    await all
    await runner.stop()
  },
)

t.test('a caller waits at most half a second, and its jobs continue', async (t) => {
  const { runner, tick, statements, release } = setUp(t, [[{ kind: 'huge' }]])
  let isAnswered = false
  const answer = runner.runBriefly(['id']).then(() => {
    isAnswered = true
  })
  await tick(499)
  t.notOk(isAnswered)
  await tick(1)
  await answer
  t.same(statements, [], 'it is not finished yet')
  release()
  await runner.stop()
  t.same(statements, ['finish'])
})

t.test('a caller does not wait longer than the jobs take', async (t) => {
  const { runner, done } = setUp(t, [[{ kind: 'work' }]])
  await runner.runBriefly(['id'])
  t.same(done, ['work'])
  await runner.stop()
})

t.test('waking the background lane polls it at once, also while it is polling', async (t) => {
  const { runner, done, looks } = setUp(t, [], [[], [{ kind: 'paint' }]])
  runner.start()
  runner.wakeBackground()
  runner.wakeBackground()
  await settled()
  t.same(done, ['paint'])
  t.equal(looks.urgent, 0, 'without polling the urgent lane')
  await runner.stop()
  runner.wakeBackground()
  await settled()
  t.equal(looks.background, 3, 'not after the stop')
})

t.test('the lease of a long job is renewed until it ends', async (t) => {
  const { runner, tick, statements, release } = setUp(t, [], [[{ kind: 'hold' }]])
  runner.start()
  await tick()
  await tick(20_000)
  await tick(20_000)
  t.same(statements, ['renew', 'renew'])
  release()
  await settled()
  t.same(statements, ['renew', 'renew', 'finish'], 'finished')
  await tick(20_000)
  t.equal(statements.length, 3)
  await runner.stop()
})

t.test('stop waits for the running job', async (t) => {
  const { runner, tick, statements, release } = setUp(t, [], [[{ kind: 'hold' }]])
  runner.start()
  await tick()
  let isStopped = false
  const stop = runner.stop().then(() => {
    isStopped = true
  })
  await settled()
  t.notOk(isStopped)
  release()
  await stop
  t.same(statements, ['finish'], 'it was finished')
})

t.test('a job interrupted by stop is given back and not counted as failed', async (t) => {
  const { runner, tick, statements, warnings } = setUp(t, [], [[{ kind: 'patient' }]])
  runner.start()
  await tick()
  await runner.stop()
  t.same(statements, ['give back'])
  t.same(warnings, [])
})
