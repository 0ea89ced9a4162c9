import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createHousekeeping } from '../../src/housekeeping/housekeeping.js'
import { bulkJobRepository } from '../../src/resources/assets/bulk/job-repository.js'
import { addAssetRows } from '../asset-rows.js'
import { build } from '../build.js'
import { type Client, createFolder, createJob, createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)

type Fields = { altText?: string; tags?: string[] }

async function projectWith(count: number, fields: Fields = {}) {
  const { id: projectId } = await createProject(owner)
  const ids = await addAssetRows(database, projectId, count, fields)
  const url = `/api/projects/${projectId}`
  const counted = async (query: string) =>
    (await owner.get(`${url}/assets?size=1&${query}`)).json().totalElements
  return { projectId, url, ids, count: counted }
}

/** The job when it has ended. */
async function ended(client: Client, url: string, jobId: string) {
  const get = async () => (await client.get(`${url}/jobs/${jobId}`)).json()
  await until(async () => (await get()).state !== 'RUNNING')
  return get()
}

t.test('each action changes all assets that match', async (t) => {
  const { projectId, url, count } = await projectWith(1203, { tags: ['x'] })
  const folder = await createFolder(owner, projectId)
  const run = async (change: object) => ended(owner, url, await createJob(owner, projectId, change))
  const tagged = await run({ action: 'tag', tags: ['y'] })
  t.match(tagged, { action: 'tag', state: 'DONE', code: null, done: 1203, total: 1203 })
  t.match(tagged, { failed: { length: 0 }, failedCount: 0, endedAt: String })
  t.equal(await count('tag=x&tag=y'), 1203)
  await run({ action: 'untag', filter: { tag: ['y'] }, tags: ['x'], expectedCount: 1203 })
  t.equal(await count('tag=x'), 0)
  await run({ action: 'update', values: { decorative: true, tags: [] } })
  t.equal(await count('alt=decorative'), 1203)
  await run({ action: 'move', folderId: folder.id })
  t.equal(await count(`folderId=${folder.id}`), 1203)
  const some = (await owner.get(`${url}/assets?size=2`)).json().content
  const id = some.map((asset: { id: string }) => asset.id)
  t.match(await run({ action: 'delete', filter: { id }, expectedCount: 2 }), { done: 2 })
  t.equal(await count(''), 1201)
  t.match(await run({ action: 'delete', filter: { alt: 'missing' }, expectedCount: 0 }), {
    state: 'DONE',
    total: 0,
  })
  const events = await database.auditEvent.findMany({
    where: { projectId, action: 'asset.update', actorId: owner.userId },
  })
  const named = events.flatMap(({ resourceIds }) => resourceIds)
  t.equal(named.length, 4 * 1203, 'every change is in the audit log')
})

t.test('exceptions are not changed though they match', async (t) => {
  const { projectId, url, ids, count } = await projectWith(4)
  const [first = '', second = ''] = ids
  const run = async (change: object) => ended(owner, url, await createJob(owner, projectId, change))
  const exceptIds = [first, randomUUID()]
  const tagged = await run({ action: 'tag', tags: ['x'], exceptIds, expectedCount: 3 })
  t.match(tagged, { state: 'DONE', done: 3, total: 3 })
  t.equal(await count('tag=x'), 3)
  t.same((await owner.get(`${url}/assets/${first}`)).json().tags, [])
  await run({ action: 'update', values: { altText: 'A' }, exceptIds: [first] })
  t.equal(await count('alt=missing'), 1)
  const others = { action: 'delete', filter: { tag: ['x'] }, exceptIds: [second] }
  const bulk = (body: object) => owner.post(`${url}/assets/bulk`, body)
  isError(t, await bulk({ ...others, expectedCount: 3 }), 409, 'COUNT_DIFFERS')
  t.match(await run({ ...others, expectedCount: 2 }), { state: 'DONE', done: 2 })
  t.equal(await count(''), 2)
  const tag = { action: 'tag', tags: ['y'] }
  for (const body of [
    { ...tag, assetIds: [first], exceptIds: [first] },
    { ...tag, filter: {}, exceptIds: [] },
    { ...tag, filter: {}, exceptIds: Array.from({ length: 501 }, () => randomUUID()) },
  ]) {
    isError(t, await bulk(body), 400, 'VALIDATION_FAILED', { fields: ['exceptIds'] })
  }
})

t.test('assets that cannot be changed are listed', async (t) => {
  const { projectId, url, ids } = await projectWith(3, { altText: 'A' })
  const [first = ''] = ids
  await owner.put(`${url}/assets/${first}`, { altText: null })
  const jobId = await createJob(owner, projectId, {
    action: 'update',
    values: { decorative: true },
  })
  const { failed, ...job } = await ended(owner, url, jobId)
  t.match(job, { state: 'DONE', done: 3, total: 3, failedCount: 2 })
  t.same(failed.map(({ id }: { id: string }) => id).sort(), ids.filter((id) => id !== first).sort())
  t.ok(failed.every(({ code }: { code: string }) => code === 'decorative_with_text'))
})

t.test('a deletion needs the number of assets; another number changes nothing', async (t) => {
  const { url, count } = await projectWith(3)
  const bulk = (body: object) => owner.post(`${url}/assets/bulk`, body)
  isError(t, await bulk({ action: 'delete', filter: {} }), 400, 'VALIDATION_FAILED', {
    fields: ['expectedCount'],
  })
  for (const expectedCount of [2, 4]) {
    const response = await bulk({ action: 'delete', filter: {}, expectedCount })
    isError(t, response, 409, 'COUNT_DIFFERS')
    t.match(response.json().message, /matches 3 assets/)
  }
  isError(
    t,
    await bulk({ action: 'tag', filter: {}, tags: ['x'], expectedCount: 2 }),
    409,
    'COUNT_DIFFERS',
  )
  t.equal(await count(''), 3)
  t.equal(await database.job.count({ where: { kind: 'bulk-change' } }), 0)
})

t.test('a repeated call with its Idempotency-Key has one effect and one answer', async (t) => {
  const { projectId, url } = await projectWith(3)
  const call = {
    method: 'POST' as const,
    url: `${url}/assets/bulk`,
    headers: { 'idempotency-key': randomUUID() },
    payload: { action: 'tag', tags: ['x'], filter: {} },
  }
  const first = await owner.send(call)
  t.equal(first.statusCode, 202, first.body)
  const again = await owner.send(call)
  t.equal(again.statusCode, 202, again.body)
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.same(again.json(), first.json())
  t.match(await ended(owner, url, first.json().jobId), { state: 'DONE', done: 3 })
  t.equal(await database.bulkChange.count({ where: { projectId } }), 1)
})

t.test('a folder of another project is a 400, and no job is accepted', async (t) => {
  const { url } = await projectWith(1)
  const other = await createProject(owner)
  const { id: folderId } = await createFolder(owner, other.id)
  for (const effect of [
    { action: 'move', folderId },
    { action: 'update', values: { folderId } },
  ]) {
    const response = await owner.post(`${url}/assets/bulk`, { ...effect, filter: {} })
    isError(t, response, 400, 'UNKNOWN_FOLDER', { fields: ['folderId'] })
  }
})

t.test('a target folder that is deleted stops the job', async (t) => {
  const { projectId, url, count } = await projectWith(3)
  const accepted = await createJob(owner, projectId, { action: 'tag', tags: ['x'] })
  await ended(owner, url, accepted)
  const { author, assetIds } = await database.bulkChange.findUniqueOrThrow({
    where: { id: accepted },
  })
  const change = { action: 'move', folderId: randomUUID() }
  const { id: jobId } = await database.bulkChange.create({
    data: { projectId, author: author ?? {}, change, assetIds, total: 3 },
  })
  await database.job.create({ data: { kind: 'bulk-change', payload: { jobId } } })
  const job = await ended(owner, url, jobId)
  t.match(job, { state: 'FAILED', code: 'UNKNOWN_FOLDER', done: 0, failed: { length: 0 } })
  t.equal(await count('folderId=root'), 3)
})

t.test('the clock of the database says when a job failed', async (t) => {
  const { projectId, url } = await projectWith(1)
  const jobId = await createJob(owner, projectId, { action: 'tag', tags: ['x'] })
  await ended(owner, url, jobId)
  await database.bulkChange.update({
    where: { id: jobId },
    data: { state: 'RUNNING', endedAt: null },
  })
  const before = Date.now()
  mock.timers.enable({ apis: ['Date'], now: before + 3_600_000 })
  t.teardown(() => mock.timers.reset())
  await bulkJobRepository(database).fail(jobId, 'NOT_FOUND')
  mock.timers.reset()
  const job = await database.bulkChange.findUniqueOrThrow({ where: { id: jobId } })
  t.match(job, { state: 'FAILED', code: 'NOT_FOUND' })
  t.ok(Math.abs(Number(job.endedAt) - before) < 600_000)
})

t.test('the number of jobs under way is bounded', async (t) => {
  const { projectId, url } = await projectWith(1)
  await database.bulkChange.createMany({
    data: Array.from({ length: 10 }, () => ({ projectId, author: {}, change: {}, total: 0 })),
  })
  const change = { action: 'tag', filter: {}, tags: ['x'] }
  isError(t, await owner.post(`${url}/assets/bulk`, change), 409, 'TOO_MANY_JOBS')
  await database.bulkChange.updateMany({ where: { projectId }, data: { state: 'DONE' } })
  t.equal((await owner.post(`${url}/assets/bulk`, change)).statusCode, 202)
})

t.test('ended jobs are kept for a week, and deleted with their project', async (t) => {
  const { projectId, url } = await projectWith(1)
  const jobId = await createJob(owner, projectId)
  await ended(owner, url, jobId)
  const housekeeping = createHousekeeping({ database, log: app.log })
  await housekeeping.run()
  t.equal((await owner.get(`${url}/jobs/${jobId}`)).statusCode, 200)
  const endedAt = new Date(Date.now() - 8 * 86_400_000)
  await database.bulkChange.update({ where: { id: jobId }, data: { endedAt } })
  await housekeeping.run()
  isError(t, await owner.get(`${url}/jobs/${jobId}`), 404, 'JOB_NOT_FOUND')
  const second = await createJob(owner, projectId)
  await ended(owner, url, second)
  await owner.delete(url)
  t.equal(await database.bulkChange.count({ where: { projectId } }), 0)
})
