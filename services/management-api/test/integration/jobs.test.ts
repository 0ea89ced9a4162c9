import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import type { JobHandlers } from '../../src/queue/job.js'
import { jobRepository } from '../../src/queue/repository.js'
import { createJobRunner } from '../../src/queue/runner.js'
import { removeObjects } from '../../src/removal/remove-objects.js'
import { attemptJob } from '../attempt-job.js'
import { build } from '../build.js'
import { openDatabase } from '../dependencies.js'

const app = await build(t)
const database = openDatabase(t)
const createRunner = (urgent: JobHandlers, background: JobHandlers = {}) =>
  createJobRunner({ queue: jobRepository(database), urgent, background, log: app.log })

/** Due in an hour, so that runners of other suites, which lack the handler, leave it alone. */
async function createJob(kind: string, payload = {}) {
  const runAt = new Date(Date.now() + 3_600_000)
  const { id } = await database.job.create({ data: { kind, payload, runAt } })
  return id
}
const find = (id: string) => database.job.findUnique({ where: { id } })

t.test('a successful job runs once and is deleted', async (t) => {
  const seen: unknown[] = []
  const runner = createRunner({ greet: async (payload) => void seen.push(payload) })
  const id = await createJob('greet', { name: 'Ada' })
  await runner.runNow(id)
  await runner.runNow(id)
  t.same(seen, [{ name: 'Ada' }])
  t.equal(await find(id), null)
})

t.test('a failed job is kept with its error and postponed, and can succeed later', async (t) => {
  let failures = 10
  const handlers: JobHandlers = {
    flaky: async () => {
      if (failures-- > 0) throw new Error('not yet')
      return undefined
    },
  }
  const attempt = () => attemptJob({ database, handlers, log: app.log }, id)
  const id = await createJob('flaky')
  const delays = []
  for (let attempts = 1; attempts <= 10; attempts++) {
    const before = Date.now()
    await attempt()
    const job = await find(id)
    t.match(job, { attempts, lastError: 'Error: not yet' })
    delays.push(Math.floor((Number(job?.runAt) - before) / 1000))
    // Out of reach of other runners again.
    const runAt = new Date(Date.now() + 3_600_000)
    await database.job.update({ where: { id }, data: { runAt } })
  }
  t.ok(
    delays.every((seconds, i) => seconds >= Math.min(2 ** (i + 1), 600)),
    'twice as late each time',
  )
  t.ok(Number(delays.at(-1)) < 2 ** 10, 'ten minutes at most')
  await attempt()
  t.equal(await find(id), null)
})

t.test('a job of an unknown kind is kept for an instance with a handler', async (t) => {
  const id = await createJob('from-the-future')
  await createRunner({}).runNow(id)
  t.match(await find(id), { attempts: 1, lastError: /no handler for jobs of kind from-the-future/ })
  await database.job.delete({ where: { id } })
})

t.test('a missing job and an unreachable database are no error', async (t) => {
  await createRunner({}).runNow(randomUUID())
  const closed = openDatabase(t)
  await closed.close()
  await createJobRunner({ queue: jobRepository(closed), urgent: {}, log: app.log }).runNow(
    'no uuid',
  )
})

t.test(
  'a scheduled job is reserved for its scheduler, and due for others only later',
  async (t) => {
    const prefix = `projects/${randomUUID()}/`
    const id = await database.transaction((tx) => removeObjects.schedule(tx, prefix))
    const job = await find(id)
    t.match(job, { kind: removeObjects.kind, payload: { prefix }, attempts: 0 })
    t.ok(Number(job?.runAt) > Date.now())
    await database.job.delete({ where: { id } })
  },
)

t.test('a job is created in the transaction of its change, or not at all', async (t) => {
  const prefix = `projects/${randomUUID()}/`
  const work = database.transaction(async (tx) => {
    await removeObjects.schedule(tx, prefix)
    throw new Error('rolled back')
  })
  await t.rejects(work, { message: 'rolled back' })
  t.equal(await database.job.count({ where: { payload: { path: ['prefix'], equals: prefix } } }), 0)
})
