import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createChanges } from '../../src/changes/changes.js'
import { bulkJob } from '../../src/resources/assets/bulk/job.js'
import { build } from '../build.js'
import { createProject, register } from '../client.js'
import { openDatabase, openScopedDatabase } from '../dependencies.js'
import { ownDatabase } from '../own-database.js'

const DATABASE_URL = await ownDatabase(t)
const database = openDatabase(t, DATABASE_URL)
const total = 4000

/** Accepts a job for many assets that no instance runs yet. */
async function acceptJob() {
  const app = await build(t, { DATABASE_URL })
  const owner = await register(app)
  const { id: projectId } = await createProject(owner)
  const file = { contentType: 'image/jpeg', sizeBytes: 1, width: 1, height: 1 }
  const data = Array.from({ length: total }, () => ({
    ...{ id: randomUUID(), projectId, filename: 'a.jpg', sha256: new Uint8Array(32) },
    ...file,
  }))
  await database.asset.createMany({ data })
  // The first batch waits for the lock, and is not committed when the instance ends.
  const jobId = await database.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM assets WHERE project_id = ${projectId}::uuid FOR UPDATE`
    const body = { action: 'tag', filter: {}, tags: ['x'] }
    const response = await owner.post(`/api/projects/${projectId}/assets/bulk`, body)
    return String(response.json().jobId)
  })
  const find = () => database.bulkChange.findUniqueOrThrow({ where: { id: jobId } })
  const tagged = () => database.asset.count({ where: { projectId, tags: { has: 'x' } } })
  const named = async () => {
    const where = { projectId, action: 'asset.update' }
    const events = await database.auditEvent.findMany({ where })
    return events.flatMap(({ resourceIds }) => resourceIds)
  }
  return { app, owner, projectId, jobId, find, tagged, named }
}

function startWorker(settings: Record<string, string> = {}) {
  const program = fileURLToPath(import.meta.resolve('../bulk-in-process.js'))
  const worker = spawn(process.execPath, [program], {
    env: { ...process.env, OWN_DATABASE_URL: DATABASE_URL, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.teardown(() => worker.kill('SIGKILL'))
  return worker
}

t.test('a job whose workers are killed changes every asset once', async (t) => {
  const { app, find, tagged, named } = await acceptJob()
  await app.close()
  const deaths = [
    { settings: { DIES_AFTER: '1' }, batches: 1 },
    { settings: { DIES_WITHIN: '2' }, batches: 1 },
  ]
  let { processed } = await find()
  for (const { settings, batches } of deaths) {
    // Ends the lease of the worker before.
    await database.job.updateMany({ data: { runAt: new Date() } })
    const [, signal] = await once(startWorker(settings), 'exit')
    t.equal(signal, 'SIGKILL')
    processed += batches * 500
    t.equal((await find()).processed, processed)
    t.equal(await tagged(), processed, 'the position is that of the last committed batch')
  }
  await database.job.updateMany({ data: { runAt: new Date() } })
  const last = startWorker()
  await until(async () => (await find()).state === 'DONE')
  // Otherwise it would also take the jobs of the next tests.
  last.kill('SIGKILL')
  await once(last, 'exit')
  t.match(await find(), { done: total, processed: total, failedCount: 0, state: 'DONE' })
  t.equal(await tagged(), total)
  const ids = await named()
  t.equal(ids.length, total, 'no asset has two events')
  t.equal(new Set(ids).size, total)
})

/** Runs one turn of the job at a time, with the given acknowledgement. */
function turnsOf(jobId: string, acknowledge: () => Promise<void> = async () => undefined) {
  const scoped = openScopedDatabase(t, DATABASE_URL)
  const settle = async () => {
    await acknowledge()
    return { acknowledged: 0, replicas: 0, waitedMs: 0, purgedMs: null }
  }
  const writer = { settle, settled: settle }
  const run = bulkJob.handler(scoped.forJobs(), createChanges({ database: scoped, writer }))
  return () => run({ jobId }, new AbortController().signal)
}

t.test('a batch that is not acknowledged is not done', async (t) => {
  const { app, jobId, find } = await acceptJob()
  await app.close()
  let isAcknowledged = false
  const turn = turnsOf(jobId, async () => {
    if (!isAcknowledged) throw new Error('a replica does not answer')
  })
  const { processed } = await find()
  await t.rejects(turn(), { message: 'a replica does not answer' })
  t.match(await find(), { processed: processed + 500, done: processed })
  await t.rejects(turn(), { message: 'a replica does not answer' })
  t.match(await find(), { processed: processed + 500 }, 'it does not go on before')
  isAcknowledged = true
  while (((await turn()) ?? []).length > 0);
  t.match(await find(), { state: 'DONE', done: total })
})

t.test('each batch checks the right of the author again', async (t) => {
  const table: [code: string, lose: (userId: string) => Promise<unknown>][] = [
    [
      'FORBIDDEN',
      (userId) => database.membership.updateMany({ where: { userId }, data: { role: 'VIEWER' } }),
    ],
    [
      'SESSION_ENDED',
      (userId) =>
        database.session.updateMany({ where: { userId }, data: { revokedAt: new Date() } }),
    ],
  ]
  for (const [code, lose] of table) {
    const { app, owner, jobId, find, tagged } = await acceptJob()
    await app.close()
    const turn = turnsOf(jobId)
    const { processed } = await find()
    t.equal((await turn())?.length, 1, 'it goes on')
    await lose(owner.userId)
    t.same(await turn(), [])
    t.match(await find(), { state: 'FAILED', code, done: processed + 500 })
    t.equal(await tagged(), processed + 500)
    t.same(await turn(), [], 'it has ended')
  }
})

t.test('a job ends with its project', async (t) => {
  const { app, owner, projectId, jobId } = await acceptJob()
  const deletion = await owner.delete(`/api/projects/${projectId}`)
  t.equal(deletion.statusCode, 204, deletion.body)
  await app.close()
  t.same(await turnsOf(jobId)(), [])
})
