import { mock } from 'node:test'
import t from '@vitrine/testing/t'
import { jobRepository } from '../../src/queue/repository.js'
import { openDatabase } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'

const DATABASE_URL = await ownDatabase(t)
const database = openDatabase(t, DATABASE_URL)
const queue = jobRepository(database)

const minute = 60_000
const create = (kind: string, runAt = new Date(Date.now() - minute), payload = {}) =>
  database.job.create({ data: { kind, payload, runAt } })
const kindsOf = (jobs: readonly { kind: string }[]) => jobs.map(({ kind }) => kind).sort()

t.afterEach(async () => {
  await database.job.deleteMany()
})

t.test('each lane takes its own due jobs, and unknown kinds are urgent', async (t) => {
  for (const kind of ['paint', 'remove', 'from-the-future', 'paint']) await create(kind)
  await create('paint', new Date(Date.now() + minute))
  const background = { kinds: ['paint'], areTaken: true }
  t.same(kindsOf(await queue.takeDue(background, 1)), ['paint'], 'no more than the limit')
  t.same(kindsOf(await queue.takeDue(background, 9)), ['paint'])
  t.same(await queue.takeDue(background, 9), [], 'a leased job is not taken again')
  t.same(kindsOf(await queue.takeDue({ ...background, areTaken: false }, 9)), [
    'from-the-future',
    'remove',
  ])
})

t.test('no more jobs than the limit are taken, whatever Postgres knows of the table', async (t) => {
  const soon = new Date(Date.now() + minute)
  for (const counted of [0, 1, 2, 20]) {
    await database.job.createMany({
      data: Array.from({ length: counted }, () => ({ kind: 'paint', payload: {}, runAt: soon })),
    })
    await database.$executeRaw`ANALYZE jobs`
    await database.job.deleteMany()
    for (let index = 0; index < 10; index += 1) {
      await create('paint', new Date(Date.now() - minute + index), { index })
    }
    const taken: unknown[] = []
    for (let index = 0; index < 10; index += 1) {
      const jobs = await queue.takeDue({ kinds: ['paint'], areTaken: true }, 1)
      taken.push(jobs.map(({ payload }) => payload))
    }
    t.same(
      taken,
      Array.from({ length: 10 }, (_, index) => [{ index }]),
      `analyzed with ${counted} jobs: one at a time, longest waiting first`,
    )
    await database.job.deleteMany()
  }
})

t.test('successors of a job are created together, in order', async (t) => {
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
  t.equal(rows.length, 3, 'once, even if the job is finished repeatedly')
  t.ok(Number(rows[2]?.runAt) > Date.now() + 14 * minute)
})

t.test('only the holder renews a lease', async (t) => {
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
  t.equal(taken?.attempts, 2, 'another worker has it now')
  await put()
  await queue.renew(job)
  await queue.postpone(job, new Error('no'))
  t.ok(await isDue(), 'statements of the first worker have no effect')
})

t.test('a worker that lost its job can neither finish it nor give it back', async (t) => {
  await create('work')
  const filter = { kinds: ['work'], areTaken: true }
  const [lost] = await queue.takeDue(filter, 1)
  if (!lost) throw new Error('there was no job')
  const runAt = new Date(Date.now() - minute)
  await database.job.update({ where: { id: lost.id }, data: { runAt } })
  const [held] = await queue.takeDue(filter, 1)
  t.equal(held?.id, lost.id)

  await queue.giveBack(lost)
  t.same(await queue.takeDue(filter, 1), [], 'it is not due')
  await queue.finish(lost, [{ kind: 'successor', payload: {} }])
  t.match(await database.job.findMany(), [{ id: lost.id, kind: 'work', attempts: 2 }])
  if (held) await queue.finish(held, [])
  t.equal(await database.job.count(), 0, 'the current holder finishes it')
})

t.test('a job that a worker has taken is not taken a second time on the spot', async (t) => {
  const { id } = await create('work')
  const [job] = await queue.takeDue({ kinds: ['work'], areTaken: true }, 1)
  t.equal(job?.id, id)
  t.same(await queue.takeNew(id), [])
  t.match(await database.job.findMany(), [{ id, attempts: 1 }])
})

t.test('a job is due at the moment at which it is given back', async (t) => {
  await create('work')
  const filter = { kinds: ['work'], areTaken: true }
  let [job] = await queue.takeDue(filter, 1)
  for (let round = 0; round < 20; round += 1) {
    // A transaction has one time.
    job = await database.transaction(async (tx) => {
      const ofTransaction = jobRepository(tx)
      if (job !== undefined) await ofTransaction.giveBack(job)
      return (await ofTransaction.takeDue(filter, 1))[0]
    })
    if (job === undefined) break
  }
  t.ok(job, 'its time is not rounded up to the future')
})

t.test('only the clock of the database decides when a job is due', async (t) => {
  const hourMs = 60 * minute
  for (const [name, deviation] of [
    ['an hour ahead', hourMs],
    ['an hour behind', -hourMs],
  ] as const) {
    await t.test(`a process whose clock is ${name}`, async (t) => {
      const filter = { kinds: ['work'], areTaken: true }
      const before = Date.now()
      const wrong = () => mock.timers.enable({ apis: ['Date'], now: before + deviation })
      t.teardown(() => mock.timers.reset())

      wrong()
      await queue.create({ kind: 'work', payload: {}, delayMs: 10 * minute })
      mock.timers.reset()
      const due = await database.job.findFirstOrThrow()
      t.ok(Math.abs(due.runAt.getTime() - before - 10 * minute) < minute, 'a delay')

      const [job] = await queue.takeNew(due.id)
      if (!job) throw new Error('there was no job')
      wrong()
      await queue.giveBack(job)
      mock.timers.reset()
      const [again] = await queue.takeDue(filter, 1)
      t.equal(again?.id, due.id, 'a job that was given back is due at once')
      if (!again) return

      wrong()
      await queue.postpone(again, new Error('no'))
      mock.timers.reset()
      const { runAt } = await database.job.findFirstOrThrow()
      t.ok(Math.abs(runAt.getTime() - Date.now()) < minute, 'the next attempt')
      await database.job.deleteMany()
    })
  }
})
