import { mock } from 'node:test'
import type { Database } from '@vitrine/database'
import type { FastifyBaseLogger } from 'fastify'
import t, { type Test } from 'tap'
import { createJobRunner } from '../../src/jobs/runner.js'

const pollMs = 5000
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A runner on a clock of its own, whose database gives out the batches one after the other. */
function setUp(t: Test, batches: ({ kind: string }[] | Error)[]) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const done: string[] = []
  const warnings: string[] = []
  let looks = 0
  const database = {
    $queryRaw: async () => {
      const batch = batches[looks++] ?? []
      if (batch instanceof Error) throw batch
      return batch.map((job, id) => ({ id, payload: {}, attempts: 1, ...job }))
    },
    job: { deleteMany: async () => undefined, updateMany: async () => undefined },
  } as unknown as Database
  const log = { warn: (_: object, message: string) => warnings.push(message) }
  const handlers = {
    work: async () => void done.push('work'),
    fail: async () => {
      throw new Error('no')
    },
  }
  const runner = createJobRunner({ database, handlers, log: log as unknown as FastifyBaseLogger })
  const tick = async () => {
    mock.timers.tick(pollMs)
    await settled()
  }
  return { runner, done, warnings, tick, looks: () => looks }
}

t.test('it looks for due jobs every five seconds, from the start to the stop', async (t) => {
  const { runner, done, tick, looks } = setUp(t, [[{ kind: 'work' }], [], [{ kind: 'work' }]])
  await tick()
  t.equal(looks(), 0)
  runner.start()
  for (let i = 0; i < 3; i++) await tick()
  t.same(done, ['work', 'work'])
  t.equal(looks(), 3)
  runner.stop()
  await tick()
  t.equal(looks(), 3)
})

t.test('a job that fails does not keep the others of its batch from being done', async (t) => {
  const { runner, done, warnings, tick } = setUp(t, [[{ kind: 'fail' }, { kind: 'work' }]])
  runner.start()
  await tick()
  t.same(done, ['work'])
  t.same(warnings, ['job failed'])
  runner.stop()
})

t.test('it goes on after the database was out of reach', async (t) => {
  const { runner, done, warnings, tick } = setUp(t, [new Error('gone'), [{ kind: 'work' }]])
  runner.start()
  await tick()
  t.same(warnings, ['could not look for jobs'])
  await tick()
  t.same(done, ['work'])
  runner.stop()
})
