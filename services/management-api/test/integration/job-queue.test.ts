import { randomUUID } from 'node:crypto'
import t from 'tap'
import { createJobQueue } from '../../src/jobs/queue/repository.js'
import { createJobRunner } from '../../src/jobs/queue/runner.js'
import { build } from '../build.js'
import { openDatabase } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'

const DATABASE_URL = await ownDatabase(t)
const database = openDatabase(t, DATABASE_URL)
const queue = createJobQueue(database)

const minute = 60_000
const create = (kind: string, runAt = new Date(Date.now() - minute), payload = {}) =>
  database.job.create({ data: { kind, payload, runAt } })
const kindsOf = (jobs: readonly { kind: string }[]) => jobs.map(({ kind }) => kind).sort()

t.afterEach(async () => {
  await database.job.deleteMany()
})

t.test('each lane takes what is due of its own; what nobody knows is urgent', async (t) => {
  for (const kind of ['paint', 'remove', 'from-the-future', 'paint']) await create(kind)
  await create('paint', new Date(Date.now() + minute))
  const background = { kinds: ['paint'], areTaken: true }
  t.same(kindsOf(await queue.takeDue(background, 1)), ['paint'], 'as many as it wants')
  t.same(kindsOf(await queue.takeDue(background, 9)), ['paint'])
  t.same(await queue.takeDue(background, 9), [], 'what is held is not taken again')
  t.same(kindsOf(await queue.takeDue({ ...background, areTaken: false }, 9)), [
    'from-the-future',
    'remove',
  ])
})

t.test('jobs that take the place of another come all at once, in their order', async (t) => {
  await create('first')
  const [job] = await queue.takeDue({ kinds: ['first'], areTaken: true }, 1)
  if (!job) throw new Error('there was no job')
  const successors = [
    { kind: 'second', payload: { name: 'Ada "Quoted"', list: [1] } },
    { kind: 'third', payload: {}, delayMs: 1 },
    { kind: 'later', payload: {}, delayMs: 15 * minute },
  ]
  await queue.finish(job, successors)
  await queue.finish(job, successors)
  const rows = await database.job.findMany({ orderBy: { runAt: 'asc' } })
  t.match(rows, [
    { kind: 'second', payload: { name: 'Ada "Quoted"', list: [1] }, attempts: 0 },
    { kind: 'third' },
    { kind: 'later' },
  ])
  t.equal(rows.length, 3, 'once, however often it is finished')
  t.ok(Number(rows[2]?.runAt) > Date.now() + 14 * minute)
})

t.test('a lease is renewed by its holder alone', async (t) => {
  await create('work')
  const [job] = await queue.takeDue({ kinds: ['work'], areTaken: true }, 1)
  if (!job) throw new Error('there was no job')
  const runAt = new Date(Date.now() - minute)
  const put = () => database.job.update({ where: { id: job.id }, data: { runAt } })
  const isDue = async () =>
    (await database.job.findUniqueOrThrow({ where: { id: job.id } })).runAt < new Date()

  await put()
  await queue.renew(job)
  t.notOk(await isDue())

  await put()
  const [taken] = await queue.takeDue({ kinds: ['work'], areTaken: true }, 1)
  t.equal(taken?.attempts, 2, 'somebody else has it now')
  await put()
  await queue.renew(job)
  await queue.postpone(job, new Error('no'))
  t.ok(await isDue(), 'what the first one does about it has no effect')
})

t.test('an urgent job is done while one in the background is under way', async (t) => {
  const app = await build(t, { DATABASE_URL })
  const done: string[] = []
  let release = () => {}
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const runner = createJobRunner({
    database,
    urgent: { remove: async () => void done.push('remove') },
    background: {
      hold: () => {
        begun()
        return new Promise((resolve) => {
          release = () => resolve(undefined)
        })
      },
    },
    log: app.log,
  })
  await create('hold')
  const urgent = await create('remove')
  runner.start()
  runner.wakeBackground()
  await isBegun
  await runner.runNow(urgent.id)
  t.same(done, ['remove'])
  t.equal(await database.job.count({ where: { kind: 'hold' } }), 1, 'and it is still held')
  release()
  await runner.stop()
  t.equal(await database.job.count(), 0)
})

t.test('what a stop interrupts is due at once, for another instance', async (t) => {
  const app = await build(t, { DATABASE_URL })
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const runner = createJobRunner({
    database,
    urgent: {},
    background: {
      patient: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          begun()
        }),
    },
    log: app.log,
  })
  await create('patient', undefined, { id: randomUUID() })
  runner.start()
  runner.wakeBackground()
  await isBegun
  await runner.stop()
  const [job] = await database.job.findMany()
  t.match(job, { lastError: null })
  t.ok(Number(job?.runAt) <= Date.now())
})
